"""The computers, one file each. A file binds `BOT`; its name is the computer's (docs/how-to/add-a-bot.md)."""
