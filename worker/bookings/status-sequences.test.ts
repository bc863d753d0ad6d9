import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { BOOKING_STATUSES, type BookingStatus } from '#domain/rental/bookings.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { createPaidBooking } from '#worker/test/payments.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { addUnits, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { setBookingStatus } from './service.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
});

type Step = { set: BookingStatus; notify: boolean } | { wait: number } | 'undo';
type Email = 'booking-confirmed' | 'booking-cancelled';

const set = (status: BookingStatus, notify = true): Step => ({ set: status, notify });
const wait = (seconds: number): Step => ({ wait: seconds });

/** A completed rental is not cancelled, also not by an Undo. */
const isRefused = (from: BookingStatus, to: BookingStatus) => from === 'completed' && to === 'cancelled';
const hasUndo = (from: BookingStatus, to: BookingStatus) => to !== 'cancelled' && !isRefused(to, from);

/** A booking whose status changes as on the screens, with its own clock. */
function screens(id: number) {
  const world = makeTestContext();
  world.ctx.send = () => Promise.resolve();
  /** The request of the Undo button in the latest toast, until the next toast. */
  let undo = null as { status: BookingStatus; version: number; notify: boolean } | null;
  let status: BookingStatus = 'pending';
  const save = async (to: BookingStatus, notify: boolean, version: number | null) => {
    const input = { id, status: to, notifyCustomer: notify, version };
    const { record, droppedEmail } = await setBookingStatus(world.ctx, staff.actor, input);
    const before = status;
    status = to;
    return { before, version: record.version, notify: droppedEmail };
  };
  return {
    emails: () =>
      world.mails.map(
        ({ subject }): Email =>
          subject.includes('your delivery is confirmed') ? 'booking-confirmed' : 'booking-cancelled',
      ),
    set: async (to: BookingStatus, notify: boolean) => {
      if (to === status) return;
      if (isRefused(status, to))
        return void (await expect(save(to, notify, null)).rejects.toThrow('completed'));
      const { before, ...saved } = await save(to, notify, null);
      undo = hasUndo(before, to) ? { status: before, ...saved } : null;
    },
    undo: async () => {
      if (undo) await save(undo.status, undo.notify, undo.version);
      undo = null;
    },
    wait: async (seconds: number) => {
      world.passMinutes(seconds / 60);
      await processPendingRows(world.ctx, { includeRecent: true });
    },
  };
}

async function run(id: number, steps: readonly Step[]) {
  const booking = screens(id);
  for (const step of steps) {
    if (step === 'undo') await booking.undo();
    else if ('wait' in step) await booking.wait(step.wait);
    else await booking.set(step.set, step.notify);
  }
  await booking.wait(16);
  return booking.emails();
}

const CONFIRMED = ['booking-confirmed'];
it.each<[string, Step[], string[]]>([
  ['confirmed, then in transit, then Undo', [set('confirmed'), set('in_transit'), 'undo'], CONFIRMED],
  [
    'in transit just before the e-mail is due, Undo just after',
    [set('confirmed'), wait(14), set('in_transit'), wait(9), 'undo'],
    CONFIRMED,
  ],
  [
    'the e-mail was sent before the change that is undone',
    [set('confirmed'), wait(16), set('in_transit'), 'undo'],
    CONFIRMED,
  ],
  ['Undo of the confirmation', [set('confirmed'), 'undo'], []],
  ['the e-mail was turned off', [set('confirmed', false), set('in_transit'), 'undo'], []],
  ['turned off after a change away', [set('confirmed'), set('pending'), set('confirmed', false)], []],
  ['in transit stays', [set('confirmed'), set('in_transit')], []],
  ['completed, which cannot be cancelled', [set('completed'), set('cancelled')], []],
  ['cancelled, then pending, then Undo', [set('cancelled'), set('pending'), 'undo'], ['booking-cancelled']],
  [
    'cancelled, then reopened at once',
    [set('cancelled'), wait(4), set('confirmed')],
    ['booking-cancelled', 'booking-confirmed'],
  ],
  [
    'confirmed, cancelled and confirmed again',
    [set('confirmed'), wait(16), set('cancelled'), set('confirmed')],
    ['booking-confirmed', 'booking-cancelled', 'booking-confirmed'],
  ],
])('%s', async (_, steps, emails) => {
  await insertRental(1);
  expect(await run(1, steps)).toEqual(emails);
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ set: fc.constantFrom(...BOOKING_STATUSES), notify: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant('undo' as const) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(4, 9, 16) }) },
);

it('any sequence sends the e-mail of the status after 15 seconds, confirmed once until a cancellation, and loses none', async () => {
  let id = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(3, { sample: 12, long: 24 })), async (steps) => {
      id += 1;
      await insertRental(id);
      expect(await run(id, steps)).toEqual(expectedEmails(steps));
    }),
    randomRuns({ sample: 20, long: 1000 }),
  );
});

/** The expected e-mails after a sequence and 16 more seconds, computed from the rules alone. */
function expectedEmails(steps: readonly Step[]): Email[] {
  const emails: Email[] = [];
  let waiting: { email: Email; dueS: number }[] = [];
  const state = { status: 'pending' as BookingStatus, nowS: 0, isConfirmationSent: false };
  let undo = null as { status: BookingStatus; notify: boolean } | null;
  const change = (to: BookingStatus, notify: boolean) => {
    // A cancellation is e-mailed in any case, and a booking that is confirmed after it once more.
    const kept = waiting.filter(({ email }) => email === 'booking-cancelled');
    const dropped = kept.length < waiting.length;
    waiting = kept;
    if (state.status === 'cancelled') state.isConfirmationSent = false;
    const isWanted = to === 'cancelled' || (to === 'confirmed' && !state.isConfirmationSent);
    if (isWanted && notify) waiting.push({ email: `booking-${to}` as Email, dueS: state.nowS + 15 });
    undo = hasUndo(state.status, to) ? { status: state.status, notify: dropped } : null;
    state.status = to;
  };
  const send = () => {
    for (const { email } of waiting.filter(({ dueS }) => dueS <= state.nowS)) {
      emails.push(email);
      if (email === 'booking-confirmed') state.isConfirmationSent = true;
    }
    waiting = waiting.filter(({ dueS }) => dueS > state.nowS);
  };
  for (const step of [...steps, wait(16)]) {
    if (step === 'undo') {
      if (undo) change(undo.status, undo.notify);
      undo = null;
    } else if ('wait' in step) {
      state.nowS += step.wait;
      send();
    } else if (step.set !== state.status && !isRefused(state.status, step.set)) {
      change(step.set, step.notify);
    }
  }
  return emails;
}

it('a cancellation that conflicts with another change reports only the ended link', async () => {
  await addUnits(1);
  const { id } = await createPaidBooking();
  await staff.send('POST', `bookings/${id}/pay-link`);
  const [row] = await rows<{ version: number }>('SELECT version FROM bookings WHERE id = ?', id);
  const ctx = makeQuietContext();
  const { cancelIntent } = ctx.stripe;
  ctx.stripe.cancelIntent = async (...asked) => {
    await staff.send('PATCH', `bookings/${id}/status`, { status: 'in_transit' });
    return cancelIntent.apply(ctx.stripe, asked);
  };
  const input = { id, version: row?.version ?? 0, status: 'cancelled' as const, notifyCustomer: true };
  const ended = 'The payment link for $175.00 has ended.';
  await expect(setBookingStatus(ctx, staff.actor, input)).rejects.toMatchObject({
    code: 'stale',
    message: expect.stringContaining(ended),
    extras: { body: { endedPayLink: { amount: 17_500 }, events: [ended] } },
  });
  const history = await (await staff.send('GET', `bookings/${id}/history`)).json<{ text: string }[]>();
  const texts = history.map(({ text }) => text);
  expect(texts).toContain('Payment link for $175.00 ended: the booking was being cancelled');
  expect(texts.filter((text) => /cancelled/i.test(text))).toHaveLength(1);
});
