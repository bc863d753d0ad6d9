import type { Credentials } from './office-page.ts';

type Reply = { status: number; body: unknown };
export type StaffApi = (method: string, path: string, body?: unknown) => Promise<Reply>;

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

/** A member of staff without a browser. */
export async function signInByApi(app: string, { username, password }: Credentials): Promise<StaffApi> {
  const json = { 'Content-Type': 'application/json' };
  const login = await fetch(`${app}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password }),
  });
  const [cookie] = login.headers.getSetCookie();
  if (!cookie) throw new Error(`${username} could not sign in: ${login.status} ${await login.text()}`);
  const [Cookie = ''] = cookie.split(';');
  return async (method, path, body) => {
    const reply = await fetch(app + path, {
      method,
      headers: { Cookie, ...(body !== undefined && json), ...(method === 'POST' && newKey()) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };
}
