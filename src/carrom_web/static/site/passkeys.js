// Buttons for passkeys can be pressed once allauth's scripts listen to them, which they do from DOMContentLoaded on: this
// file comes after them. A browser that has no passkeys here does not offer to sign in with one, and says why elsewhere.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const has = "PublicKeyCredential" in window;
  for (const button of document.querySelectorAll("button[data-passkey]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.disabled = !has;
    const isOffer = button.id === "passkey_login";
    button.hidden = isOffer && !has;
    const says = document.getElementById("no-passkeys");
    if (says && !isOffer) says.hidden = has;
  }
});
