"""The guide: all code on its pages runs, every message has German, and it is built without a warning."""
