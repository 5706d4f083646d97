"""`python -m newfound`: the same as the command `newfound`."""

from newfound.cli import main

if __name__ == "__main__":
    main()
