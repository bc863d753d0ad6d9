import { expect } from 'vitest';
import type { ChangePreview, ChangeRefusedReply, ChangeResult } from '#contract/booking-changes.ts';
import { insertRental, listChanges, type signIn } from './staff.ts';
import { inDays, rows } from './world.ts';

type Input = Record<string, unknown>;
type Staff = Pick<Awaited<ReturnType<typeof signIn>>, 'send'>;

/** The calls with which staff change bookings. */
export function makeChangeCalls(staff: Staff) {
  const call = (id: number, input: Input) => staff.send('POST', `bookings/${id}/changes`, input);
  const preview = async (id: number, input: Input) => {
    const reply = await call(id, { ...input, preview: true });
    expect([reply.status, reply.ok ? null : await reply.clone().json()]).toEqual([200, null]);
    return reply.json<ChangePreview>();
  };
  /** Previews the change and makes it. */
  const change = async (id: number, input: Input) => {
    const { previewToken } = await preview(id, input);
    const reply = await call(id, { ...input, preview: false, previewToken });
    expect([reply.status, reply.ok ? null : await reply.clone().json()]).toEqual([200, null]);
    return reply.json<ChangeResult>();
  };
  /** The reasons of a change that is refused, which are those of its preview. */
  const refused = async (id: number, input: Input) => {
    const { allowed, reasons, previewToken } = await preview(id, input);
    const reply = await call(id, { ...input, preview: false, previewToken });
    const body = await reply.json<ChangeRefusedReply>();
    expect([allowed, reply.status, body]).toMatchObject([false, 409, { code: 'conflict', reasons }]);
    return reasons;
  };
  const codes = async (id: number, input: Input) => (await refused(id, input)).map(({ code }) => code);
  const texts = async (id: number) => (await listChanges(staff, id)).map(({ text }) => text);
  return { call, preview, change, refused, codes, texts };
}

/** The days of a booking's units. */
export const listUnitDays = (id: number) =>
  rows(
    `SELECT dumpster_id AS unit, role, start_date AS start, end_date AS end FROM dumpster_schedule
     WHERE booking_id = ? ORDER BY start_date, id`,
    id,
  );

export const listJobsOf = (id: number) =>
  rows('SELECT type, due_day AS day, status FROM jobs WHERE booking_id = ? ORDER BY due_day, id', id);

type Options = { unit?: number | null; isDelivered?: boolean; dumpster_type?: string };

/** A 7-day rental with its truck jobs, as a booking of the public page has them. */
export async function bookRental(
  n: number,
  startsIn: number,
  { isDelivered = false, ...options }: Options = {},
) {
  await insertRental(n, { startsIn, rate_card_id: 1, ...options });
  const insertJob = (type: string, due: number, status: string) =>
    rows(
      'INSERT INTO jobs (booking_id, type, due_day, status, created_at) VALUES (?, ?, ?, ?, 0)',
      n,
      type,
      inDays(due),
      status,
    );
  await insertJob('delivery', startsIn, isDelivered ? 'done' : 'open');
  await insertJob('final_pickup', startsIn + 6, 'open');
}
