import { type Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';

/** Answers a Worker's outgoing requests with an emulator in this process. Both use fetch, with different classes. */
export function outboundTo(emulator: { handle(request: Request): Promise<Response> }) {
  return async (request: MiniflareRequest): Promise<MiniflareResponse> => {
    const { method, headers, url } = request;
    const body = method === 'GET' ? null : await request.text();
    const answer = await emulator.handle(new Request(url, { method, headers: [...headers], body }));
    return new MiniflareResponse(await answer.text(), {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}
