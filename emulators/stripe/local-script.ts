/**
 * The one script that a local copy of the production site gains, as a file of its own: window.Stripe is there at
 * once, so loadStripe injects nothing, and the stand-in is fetched from the emulator when it is first called. A
 * failure is tried once more, past the module cache, and then rejects as the real loader does.
 */
export function localScript(origin: string): string {
  const url = JSON.stringify(`${new URL(origin).origin}/js/stripe.js`);
  return `(() => {
  const url = ${url};
  const load = () => import(url).catch(() => import(url + '?again=' + Date.now()));
  const fail = (cause) => {
    throw new Error('Failed to load Stripe.js', { cause });
  };
  window.Stripe = Object.assign((...args) => load().then(() => window.Stripe(...args), fail), { version: 'endive' });
})();
`;
}
