/** The push services of browsers. The Worker sends to no other host: the address comes from a browser. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'web.push.apple.com'] as const;
const PUSH_DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'] as const;

/** The longest address of a subscription. */
export const MAX_PUSH_ENDPOINT = 1000;

/** https on its usual port, without a user or password; the host. A URL of another kind has no push service. */
const HOST = /^https:\/\/([a-z\d.-]+)(?:\/|$)/;

/** Whether an address is one of a push service. */
export function isPushEndpoint(address: string): boolean {
  const host = HOST.exec(address)?.[1];
  if (host === undefined || address.length > MAX_PUSH_ENDPOINT) return false;
  return PUSH_HOSTS.some((one) => host === one) || PUSH_DOMAINS.some((domain) => host.endsWith(domain));
}
