"""Features, which build on the kernel: each module or folder is one, and `installed` lists them."""
