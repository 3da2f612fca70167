-- The command that this person wants to give as soon as it is their turn; empty: none.
ALTER TABLE people ADD COLUMN prepared TEXT NOT NULL DEFAULT '';
