import type { CallInit, System } from './system.ts';

/** The calls of one account. Each throws when it is refused. */
export type Desk = ReturnType<typeof makeDesk>;

/** `type`: of a body of bytes. */
type Sent = { body?: unknown; version?: number | string; type?: string };

export const etagOf = (version: number | string) => (typeof version === 'number' ? `"${version}"` : version);

export function makeDesk(system: Pick<System, 'fetch'>, cookie: string) {
  const request = async (method: string, path: string, { body, version, type }: Sent = {}) => {
    const bytes = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : null;
    const init: CallInit = {
      method,
      headers: {
        ...(cookie && { Cookie: cookie }),
        'Content-Type': type ?? 'application/json',
        ...(version !== undefined && { 'If-Match': etagOf(version) }),
        ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
      },
      ...(method !== 'GET' && { body: bytes ?? JSON.stringify(body ?? {}) }),
    };
    const reply = await system.fetch(`/api/${path}`, init);
    if (!reply.ok) throw new Error(`${method} /api/${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const send = async <T>(method: string, path: string, sent?: Sent): Promise<T> => {
    const text = await (await request(method, path, sent)).text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    cookie,
    request,
    get: <T>(path: string) => send<T>('GET', path),
    post: <T>(path: string, body: unknown = {}, version?: number | string) =>
      send<T>('POST', path, { body, ...(version !== undefined && { version }) }),
    send,
  };
}

export async function signIn(
  system: Pick<System, 'fetch'>,
  username: string,
  password: string,
): Promise<Desk> {
  const reply = await makeDesk(system, '').request('POST', 'admin/login', { body: { username, password } });
  return makeDesk(system, cookieOf(reply));
}

export function cookieOf(reply: Response): string {
  const cookie = /__Host-session=[^;]+/.exec(reply.headers.get('Set-Cookie') ?? '')?.[0];
  if (!cookie) throw new Error('The reply has no session');
  return cookie;
}
