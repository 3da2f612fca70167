"""What stands beside the service: tools for the operator and files that they bring."""
