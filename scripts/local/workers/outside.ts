type Env = { STRIPE_URL: string };

/** All that the Worker may reach: Stripe, which is the emulator here. A connection that drops there drops for the Worker. */
export default {
  fetch(request, env) {
    const url = new URL(request.url);
    if (url.origin !== 'https://api.stripe.com') {
      return new Response(`Not reachable from a local system: ${url.origin}`, { status: 502 });
    }
    return fetch(new Request(`${env.STRIPE_URL}${url.pathname}${url.search}`, request));
  },
} satisfies ExportedHandler<Env>;
