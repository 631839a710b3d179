"""`python -m schwarm` is the same as the command `schwarm`."""

from schwarm.cli import main

if __name__ == "__main__":
    main()
