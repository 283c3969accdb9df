"""What no text for readers may hold."""

import re

NOT_FOR_READERS = re.compile(
    r"\{(?:side|other|count|fact)\}|\bAMB-?\d|\bTrue\b|\bFalse\b|\bNone\b(?! down yet)|<\w+\.\w+"
    r"|mappingproxy|frozenset|Reason\.|\bcarrom(?:_web)?\.\w|\blaws\.\w+\.|\w+:\w+\(|\b\w+_\w+:\w+_\w+\b|\('|',\)"
)
