"""What stands on the kernel: each module or folder is one feature, and `installed` lists them."""
