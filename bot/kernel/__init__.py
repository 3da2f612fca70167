"""What people can ask for, one module a topic; the registry says who handles which command."""
