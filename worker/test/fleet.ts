import type { Role } from '#domain/roles.ts';
import { insertRow } from './builders.ts';
import { call } from './http.ts';
import { addUser, inDays, makeTestContext, testEnv } from './world.ts';

/** Somebody who is signed in, and the way to call; `ifMatch` is the version that was read. */
export async function signedIn(username = 'dana', role: Role = 'admin') {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx } = makeTestContext();
  const token = await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' });
  return (
    request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
    body?: object,
    { ifMatch, env = testEnv }: { ifMatch?: string; env?: typeof testEnv } = {},
  ) => {
    const [method = '', path = ''] = request.split(' ');
    const headers = new Headers({
      Cookie: `__Host-session=${token}`,
      'Content-Type': 'application/json',
    });
    if (ifMatch) headers.set('If-Match', ifMatch);
    return call(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }, env);
  };
}

/** A unit of the fleet, and the bookings that have it, each from one day to another (counted from today). */
export async function unitWith(bookings: [bookingId: number, from: number, to: number][], changes = {}) {
  await insertRow('dumpsters', 1, changes);
  for (const [n, from, to] of bookings) {
    await insertRow('bookings', n);
    await insertRow('dumpster_schedule', n, {
      dumpster_id: 1,
      start_date: inDays(from),
      end_date: inDays(to),
    });
  }
}

/** A customer who is paying for the unit. */
export async function hold(from: number, to: number) {
  await insertRow('checkouts', 1);
  await insertRow('checkout_revisions', 1);
  await insertRow('dumpster_schedule', 99, {
    dumpster_id: 1,
    booking_id: null,
    checkout_id: 'checkout-1',
    revision: 1,
    start_date: inDays(from),
    end_date: inDays(to),
  });
}
