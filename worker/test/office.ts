import type { BookingHistoryEntry } from '#contract/history.ts';
import type { Role } from '#domain/access.ts';
import { insertRow, type Row } from './builders.ts';
import { call } from './http.ts';
import { addUser, inDays, makeTestContext, rows } from './world.ts';

/** Fields of the body, and the version that was read. */
type CallInput = { ifMatch?: string; [field: string]: unknown };

/** An account that is signed in, and its way to call. */
export async function signedIn(username: string, role: Role) {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx } = makeTestContext();
  const token = await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' });
  const Cookie = `__Host-session=${token}`;
  const send = (method: string, path: string, { ifMatch, ...body }: CallInput = {}) =>
    call(`/api/${path}`, {
      method,
      headers: { Cookie, 'Content-Type': 'application/json', ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  return { id, Cookie, send, actor: { userId: id, username, role, sessionId: 'test' } };
}

type Rental = { startsIn?: number; unit?: number | null } & Row;

/** A 7-day rental that begins in so many days, on a unit if one is named. */
export async function booked(n: number, { startsIn = 10, unit = null, ...changes }: Rental = {}) {
  const delivery_date = inDays(startsIn);
  await insertRow('bookings', n, { rental_type: '7-day', delivery_date, ...changes });
  if (unit === null) return;
  const days = { dumpster_id: unit, start_date: delivery_date, end_date: inDays(startsIn + 6) };
  await insertRow('dumpster_schedule', n, { ...days, booking_id: n });
}

export async function unitIds(): Promise<number[]> {
  return (await rows<{ id: number }>('SELECT id FROM dumpsters ORDER BY id')).map(({ id }) => id);
}

/** What was recorded of a booking since it was made, newest first. */
export async function changesOf(
  { send }: Pick<Awaited<ReturnType<typeof signedIn>>, 'send'>,
  bookingId: number,
): Promise<BookingHistoryEntry[]> {
  const entries = await (await send('GET', `bookings/${bookingId}/history`)).json<BookingHistoryEntry[]>();
  return entries.filter(({ action }) => action !== 'booked' && action !== 'email_sent');
}
