import type { Endpoint } from '#contract/endpoint.ts';
import { DEVICE_COOKIE, readCookie } from '#worker/base/http/cookies.ts';
import type { Call } from '#worker/base/http/implement.ts';
import type { Origin } from './attempts.ts';

/** Ignores a device cookie that is not in the format of issued tokens: an attacker could guess its value. */
export function readOrigin({ ip, request }: Pick<Call<Endpoint>, 'ip' | 'request'>): Origin {
  const token = readCookie(request, DEVICE_COOKIE);
  return { ip, deviceToken: token && /^[\w-]{43}$/.test(token) ? token : null };
}
