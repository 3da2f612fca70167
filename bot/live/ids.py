"""Ids and codes that people type."""

import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike


def new_id(length: int) -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))
