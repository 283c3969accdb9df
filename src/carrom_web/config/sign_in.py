"""The addresses of django-allauth that this site has, and who may use them; a new one of the library is not found."""

from carrom_web.core.pages import Access
from carrom_web.core.permissions import ANYONE, SIGNED_IN

_ANYONE = """
account_login account_logout account_signup account_inactive
account_email_verification_sent account_confirm_email account_confirm_login_code
account_reset_password account_confirm_password_reset_code account_complete_password_reset
account_password_reset_completed
mfa_authenticate mfa_login_webauthn
""".split()  # pages for signing in, for having signed out, and behind links of emails
_SIGNED_IN = """
account_reauthenticate account_email account_change_password account_set_password
mfa_index mfa_reauthenticate
mfa_activate_totp mfa_deactivate_totp
mfa_view_recovery_codes mfa_generate_recovery_codes mfa_download_recovery_codes
mfa_list_webauthn mfa_add_webauthn mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_edit_webauthn
""".split()
ACCESS = dict.fromkeys(_ANYONE, Access(ANYONE)) | dict.fromkeys(_SIGNED_IN, Access(SIGNED_IN))
