/** What a push service got. */
export type ReceivedPush = { path: string; headers: Record<string, string>; body: string };

/** A push service (RFC 8030) in this process: a path that begins with /gone, /busy or /moved gets that answer. */
export function createPushService() {
  let received: ReceivedPush[] = [];
  return {
    /** `body`: base64url. GET /__received returns what arrived, once. */
    answer({
      method,
      url,
      headers,
      body,
    }: {
      method: string;
      url: string;
      headers: Headers;
      body: string;
    }): Response {
      const { pathname: path } = new URL(url);
      if (method === 'GET' && path === '/__received') {
        const reply = Response.json(received);
        received = [];
        return reply;
      }
      received.push({ path, headers: Object.fromEntries(headers), body });
      if (path.startsWith('/gone')) return new Response(null, { status: 410 });
      if (path.startsWith('/busy')) return new Response(null, { status: 429 });
      if (path.startsWith('/moved'))
        return new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:1/' } });
      return new Response(null, { status: 201 });
    },
  };
}
