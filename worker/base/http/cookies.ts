import type { Role } from '#domain/accounts/access.ts';

/** The session: gone with the account's sessions, at the latest after seven days, of a driver after thirty. */
export const SESSION_COOKIE = '__Host-session';
/** Marks a device that has signed in before. */
export const DEVICE_COOKIE = '__Host-device';

const DAY_S = 24 * 60 * 60;

export function readCookie(request: Request, name: string): string | null {
  const header = request.headers.get('Cookie') ?? '';
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

export const sessionCookie = (token: string, role: Role) =>
  cookie(SESSION_COOKIE, token, (role === 'driver' ? 30 : 7) * DAY_S);
export const deviceCookie = (token: string) => cookie(DEVICE_COOKIE, token, 400 * DAY_S);
export const endedSessionCookie = () => cookie(SESSION_COOKIE, '', 0);

function cookie(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`;
}
