import { type Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';
import type { StripeEmulator } from '#emulators/stripe/emulator.ts';

/** Answers a Worker's outgoing requests with an emulator in this process. Both use fetch, with different classes. */
export function outboundTo(stripe: StripeEmulator) {
  return async (request: MiniflareRequest): Promise<MiniflareResponse> => {
    const { method, headers, url } = request;
    const body = method === 'GET' ? null : await request.text();
    const answer = await stripe.handle(new Request(url, { method, headers: [...headers], body }));
    return new MiniflareResponse(await answer.text(), {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}
