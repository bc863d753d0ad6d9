type Env = { STRIPE_URL: string };

/**
 * Forwards the Worker's requests for Stripe to the emulator and refuses all others. A connection that the emulator
 * drops is dropped for the Worker, too.
 */
export default {
  fetch(request, env) {
    const url = new URL(request.url);
    if (url.origin !== 'https://api.stripe.com') {
      return new Response(`Not reachable from a local system: ${url.origin}`, { status: 502 });
    }
    return fetch(new Request(`${env.STRIPE_URL}${url.pathname}${url.search}`, request));
  },
} satisfies ExportedHandler<Env>;
