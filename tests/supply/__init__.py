"""What comes from others: pins with hashes, licences, a bill of materials."""
