import type { BookingHistoryEntry } from '#contract/history.ts';
import type { Role } from '#domain/accounts/access.ts';
import { insertRow } from './builders.ts';
import { call } from './http.ts';
import type { Row } from './sample-rows.ts';
import { addUser, inDays, makeTestContext, rows } from './world.ts';

/** The fields of the body, and the version that was read. */
type CallInput = { ifMatch?: string; [field: string]: unknown };

/** Creates an account with a session. Returns its id, its cookie and a function for calls with it. */
export async function signIn(username: string, role: Role) {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx } = makeTestContext();
  const token = await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' });
  const Cookie = `__Host-session=${token}`;
  /** For a body that is not an object of fields. */
  const sendBody = (method: string, path: string, { ifMatch, body }: { ifMatch?: string; body: unknown }) =>
    call(`/api/${path}`, {
      method,
      headers: {
        Cookie,
        'Content-Type': 'application/json',
        ...(ifMatch ? { 'If-Match': ifMatch } : {}),
        ...(method === 'POST' ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  const send = (method: string, path: string, { ifMatch = '', ...body }: CallInput = {}) =>
    sendBody(method, path, { ifMatch, body });
  return { id, Cookie, send, sendBody, actor: { userId: id, username, role, sessionId: 'test' } };
}

type Rental = { startsIn?: number; unit?: number | null } & Row;

/** A 7-day rental that starts in `startsIn` days, on `unit` unless that is null. */
export async function insertRental(n: number, { startsIn = 10, unit = null, ...changes }: Rental = {}) {
  const delivery_date = inDays(startsIn);
  const last = { end_date: inDays(startsIn + 6), pickup_day: inDays(startsIn + 6) };
  await insertRow('bookings', n, { rental_type: '7-day', delivery_date, ...last, ...changes });
  if (unit === null) return;
  const days = { dumpster_id: unit, start_date: delivery_date, end_date: last.end_date };
  await insertRow('dumpster_schedule', n, { ...days, booking_id: n });
}

export async function listUnitIds(): Promise<number[]> {
  return (await rows<{ id: number }>('SELECT id FROM dumpsters ORDER BY id')).map(({ id }) => id);
}

/** The history of a booking after its creation, newest first, without e-mails. */
export async function listChanges(
  { send }: Pick<Awaited<ReturnType<typeof signIn>>, 'send'>,
  bookingId: number,
): Promise<BookingHistoryEntry[]> {
  const entries = await (await send('GET', `bookings/${bookingId}/history`)).json<BookingHistoryEntry[]>();
  return entries.filter(({ action }) => action !== 'booked' && action !== 'email_sent');
}
