"""The store of a house: its data folder, and the SQLite file in which its tables are kept."""
