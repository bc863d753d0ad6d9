import type { Endpoint } from '#contract/endpoint.ts';
import { DEVICE_COOKIE, readCookie } from '#worker/http/cookies.ts';
import type { Call } from '#worker/http/implement.ts';
import type { Origin } from './attempts.ts';

/** A device's cookie that we cannot have given is none: a value that others can guess makes no device known. */
export function originOf({ ip, request }: Pick<Call<Endpoint>, 'ip' | 'request'>): Origin {
  const token = readCookie(request, DEVICE_COOKIE);
  return { ip, deviceToken: token && /^[\w-]{43}$/.test(token) ? token : null };
}
