/** The switch for notifications on this device (`push/switch.html`): one tap subscribes and tells the site. */

const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-push]"));
for (const element of found) if (!element.dataset.ready) void begin(element);

/** @param {HTMLElement} element */
async function begin(element) {
  element.dataset.ready = "1";
  const form = /** @type {HTMLFormElement} */ (element.querySelector("form"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void switchOn(element, form);
  });
  element.querySelector("[data-off]")?.addEventListener("click", () => void switchOff(element, form));
  show(element, await state(element, form));
}

/**
 * @param {HTMLElement} element
 * @param {HTMLFormElement} form
 */
async function state(element, form) {
  if (!isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
    return isApple && isSecureContext ? "install" : "none";
  }
  if (Notification.permission === "denied") return "denied";
  const subscription = await subscribed(element);
  if (!subscription || Notification.permission !== "granted") return "off";
  const answer = await send(form, { do: "is-on", endpoint: subscription.endpoint });
  return (await answer.json()).on ? "on" : "off";
}

/** @param {HTMLElement} element */
async function subscribed(element) {
  const registration = await navigator.serviceWorker.getRegistration(element.dataset.push);
  return registration?.pushManager.getSubscription() ?? null;
}

/**
 * @param {HTMLElement} element
 * @param {HTMLFormElement} form
 */
async function switchOn(element, form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  try {
    const scope = element.dataset.push ?? "";
    const registration = await navigator.serviceWorker.register(element.dataset.worker ?? "", { scope, updateViaCache: "none" });
    await active(registration);
    const subscription = await subscribe(registration, element.dataset.key ?? "");
    const { p256dh: key, auth: secret } = subscription.toJSON().keys ?? {};
    const answer = await send(form, { do: "on", endpoint: subscription.endpoint, key: key ?? "", secret: secret ?? "" });
    if (!answer.ok) return refuse(element, (await answer.json()).problem);
    if (element.dataset.also) await send(form, { do: "notify" }, element.dataset.also);
    changed(element, "on");
  } catch {
    show(element, Notification.permission === "denied" ? "denied" : "failed");
  } finally {
    button.disabled = false;
  }
}

/**
 * @param {ServiceWorkerRegistration} registration of a worker that may still be installing
 * @returns {Promise<void>} when it is active; `navigator.serviceWorker.ready` waits for one of this very page
 */
async function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  await new Promise((done) => worker.addEventListener("statechange", () => worker.state === "activated" && done(null)));
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @param {string} key the site's
 */
async function subscribe(registration, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const old = await registration.pushManager.getSubscription();
  if (old && base64url(old.options.applicationServerKey) !== key) await old.unsubscribe(); // the site has another key now
  return registration.pushManager.subscribe(options);
}

/** @param {ArrayBuffer | null} buffer */
function base64url(buffer) {
  const text = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {HTMLElement} element
 * @param {HTMLFormElement} form
 */
async function switchOff(element, form) {
  const subscription = await subscribed(element);
  if (subscription) {
    await send(form, { do: "off", endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  changed(element, "off");
}

/**
 * @param {HTMLElement} element
 * @param {string} what
 */
function changed(element, what) {
  show(element, what);
  if ("reloads" in element.dataset) location.reload();
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} fields
 * @param {string} [url]
 */
function send(form, fields, url = form.action) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return fetch(url, { method: "POST", body, redirect: "manual" });
}

/**
 * @param {HTMLElement} element
 * @param {string} what
 */
function show(element, what) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-when]"))) {
    part.hidden = part.dataset.when !== what && !(what === "failed" && part.dataset.when === "off");
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} problem
 */
function refuse(element, problem) {
  const failed = /** @type {HTMLElement} */ (element.querySelector("[data-when='failed']"));
  failed.textContent = problem;
  show(element, "failed");
}
