"""How messages follow one another in a child process's pipe. Needs no Django, so that such a child need not load it."""

import struct

LENGTH = struct.Struct("!I")  # goes before each message
