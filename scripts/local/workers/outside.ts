type Env = { STRIPE_URL: string; ROUTING_URL: string; TEXTS_URL: string };

/** The emulators by the origins of the services that they replace. */
const emulatorsIn = (env: Env): Readonly<Record<string, string>> => ({
  'https://api.stripe.com': env.STRIPE_URL,
  'https://api.heigit.org': env.ROUTING_URL,
  'https://api.twilio.com': env.TEXTS_URL,
});

/**
 * Forwards the Worker's requests for Stripe, the routing services and texts to their emulators and refuses all others. A
 * connection that the emulator drops is dropped for the Worker, too.
 */
export default {
  fetch(request, env) {
    const url = new URL(request.url);
    const emulator = emulatorsIn(env)[url.origin];
    if (emulator === undefined) {
      return new Response(`Not reachable from a local system: ${url.origin}`, { status: 502 });
    }
    return fetch(new Request(`${emulator}${url.pathname}${url.search}`, request));
  },
} satisfies ExportedHandler<Env>;
