"""Print the code that makes a shell complete commands, options, names and files of `carrom`.

bash   add to ~/.bashrc:                    eval "$(carrom completion bash)"
zsh    add to ~/.zshrc, after compinit:     eval "$(carrom completion zsh)"
fish   once:    carrom completion fish > ~/.config/fish/completions/carrom.fish
"""

import argparse

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(asked: argparse.Namespace) -> int:
    """Print the script."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["carrom"], shell=asked.shell))
    return 0
