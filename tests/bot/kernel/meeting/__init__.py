"""What the kernel does for every meeting, shown with a small one."""
