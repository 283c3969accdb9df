"""Check digits of IBANs, BICs and payment references, by python-stdnum.

Imported only when needed: it requires the part `events`. Raises MissingPartError.
"""

from carrom.parts import need

need("events")

from stdnum import bic as bic  # noqa: E402
from stdnum import iban as iban  # noqa: E402
from stdnum import iso11649 as iso11649  # noqa: E402
from stdnum.exceptions import ValidationError as ValidationError  # noqa: E402
from stdnum.iso7064 import mod_97_10 as mod_97_10  # noqa: E402
