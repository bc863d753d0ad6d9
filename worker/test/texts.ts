import { instantOn } from '#domain/shared/days.ts';
import { processRow } from '#worker/notify/outbox/process.ts';
import { sendCustomerText } from '#worker/notify/texts/send.ts';
import { inDays, makeTestContext, rows } from './world.ts';

export const TEXTED_PHONE = '+15185550101';
const PROVIDER = 'https://api.twilio.com';

export const insertConsent = (bookingId: number, isGiven = 1, phone = TEXTED_PHONE) =>
  rows(
    `INSERT INTO text_consents (booking_id, phone, is_given, source, wording, created_at, created_by)
     VALUES (?, ?, ?, 'staff', 'Yes', 1, 1)`,
    bookingId,
    phone,
    isGiven,
  );

/** Calls the control interface of the emulator of texts. */
export async function controlTexts(path: string, body: unknown = {}) {
  const reply = await fetch(`${PROVIDER}/__control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return reply.json();
}

type Sent = { id: string; to: string; body: string };
export const sentTexts = async () => (await (await fetch(`${PROVIDER}/messages`)).json()) as Sent[];

type RunOptions = { at?: string; bookingId?: number; id?: string; untilHours?: number; pauseMs?: number };

/** An outbox row whose handler sends a text; the clock shows `at` today. Returns a function that processes it. */
export async function insertTextRow({
  at = '12:00',
  bookingId = 1,
  id = 'row-1',
  untilHours = 24,
  pauseMs = 0,
}: RunOptions = {}) {
  const { ctx, passMinutes } = makeTestContext({ pauseMs });
  passMinutes((instantOn(inDays(0), at, ctx.settings.timeZone) - ctx.now()) / 60_000);
  await rows(
    `INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at) VALUES (?, 'customer-changed', ?, ?, 1)`,
    id,
    bookingId,
    id,
  );
  const untilMs = ctx.now() + untilHours * 3_600_000;
  const handler = async (
    ...[handlerCtx, row, report]: Parameters<Parameters<typeof processRow>[2]['operation']>
  ) => {
    const notification = { outboxId: row.id, bookingId, subject: null };
    report(
      await sendCustomerText(handlerCtx, notification, async () => {
        const [booking] = await rows<{ phone: string }>('SELECT phone FROM bookings WHERE id = ?', bookingId);
        return { phone: booking?.phone ?? '', body: 'Ironwood: Your dumpster is there.', untilMs };
      }),
    );
  };
  const handlers = { 'customer-changed': handler } as unknown as Parameters<typeof processRow>[2];
  const run = () => processRow(ctx, id, handlers);
  return { ctx, run, passMinutes };
}

export const findTextRow = async (id = 'row-1') =>
  (
    await rows<{ done_at: number | null; drop_reason: string | null; due_at: number | null }>(
      'SELECT * FROM outbox WHERE id = ?',
      id,
    )
  )[0];
