import { expect } from 'vitest';
import type { BookingHistoryEntry } from '#contract/history.ts';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { call } from './http.ts';
import type { signIn } from './staff.ts';
import { control, makeTestContext, rows } from './world.ts';

type Staff = Pick<Awaited<ReturnType<typeof signIn>>, 'send'>;

/** A separate context whose queue takes nothing, so that only the test acts. */
export function makeQuietContext(options?: { pauseMs?: number }) {
  const { ctx } = makeTestContext(options);
  ctx.send = () => Promise.resolve();
  return ctx;
}

/** Reads the history of a booking, as the calls and sentences that tests compare. */
export function makeHistoryReader(staff: () => Staff) {
  const read = async (id: number) =>
    (await staff().send('GET', `bookings/${id}/history`)).json<BookingHistoryEntry[]>();
  /** Without e-mails, because the queue sends them at any time. */
  const historyOf = async (id: number) => (await read(id)).filter(({ action }) => action !== 'email_sent');
  return {
    historyOf,
    emailsOf: async (id: number) => (await read(id)).filter(({ action }) => action === 'email_sent'),
    /** Oldest first: '[actor] text'. */
    story: async (id: number) =>
      (await historyOf(id)).map(({ changedBy, text }) => `[${changedBy}] ${text}`).toReversed(),
    /** Sends a payment link. Returns its token. */
    sendLink: async (id: number) => {
      const reply = await staff().send('POST', `bookings/${id}/pay-link`);
      expect(reply.status).toBe(200);
      return (await reply.json<{ url: string }>()).url.split('/pay/')[1] ?? '';
    },
  };
}

export async function findBookingEmail(bookingId: number): Promise<string | undefined> {
  const [row] = await rows<{ email: string }>('SELECT email FROM bookings WHERE id = ?', bookingId);
  return row?.email;
}

/** The client secret of a payment link's intent. */
export async function findLinkSecret(bookingId: number, payToken: string): Promise<string> {
  const reply = await call('/api/create-payment-intent', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bookingId, payToken }),
  });
  return (await reply.json<{ clientSecret: string }>()).clientSecret;
}

/** Applies every event of Stripe twice, oldest first. */
export async function applyAllEvents() {
  type Event = { type: string; data: { object: { id: string } } };
  const { events } = await control<{ events: Event[] }>('state');
  const ctx = makeQuietContext();
  for (const _ of [1, 2]) {
    for (const { type, data } of events) {
      await applyEvent(ctx, { type, objectId: data.object.id }).catch(() => null);
    }
  }
}
