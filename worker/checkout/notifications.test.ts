import { beforeEach, expect, it } from 'vitest';
import { TERMS_VERSION } from '#contract/checkout.ts';
import { FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { ip, KEY } from '#worker/test/checkouts.ts';
import {
  addUnits,
  inDays,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOverWithoutOfficeEmails,
} from '#worker/test/world.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';
import { applyDeposit, syncOpenCheckouts } from './tasks.ts';

beforeEach(startOverWithoutOfficeEmails);

const forced = { isForced: true };

type World = ReturnType<typeof makeTestContext>;

/** A world whose queue only records its messages. */
function makeOwnWorld(options: { pauseMs?: number } = {}) {
  const world = makeTestContext(options);
  const announced: unknown[] = [];
  world.ctx.send = async (message) => {
    announced.push(message);
  };
  return { ...world, announced };
}

async function paidCheckout({ ctx }: World, changes: Parameters<typeof makeBookingData>[0] = {}) {
  await addUnits(1);
  const data = makeBookingData(changes);
  const { clientSecret } = await openCheckout(ctx, { data, key: KEY, ip });
  await pay(clientSecret);
  return { data, clientSecret, paymentIntent: intentIdOf(clientSecret) };
}

it('the e-mail contains the booking, the payment, and the days for the calendar', async () => {
  const world = makeOwnWorld();
  const { data } = await paidCheckout(world);
  await syncOpenCheckouts(world.ctx, forced);
  await processPendingRows(world.ctx, { includeRecent: true });
  const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
  expect(world.mails).toEqual([
    {
      to: data.email,
      subject: `Booking #${booking?.id} at Ironwood Dumpsters: your deposit is paid`,
      text: expect.stringContaining('Deposit paid: $425.00'),
      html: expect.stringContaining('12 Quarry Road, Albany, NY 12207'),
      dedupeKey: expect.any(String),
      attachments: [
        {
          filename: `booking-${booking?.id}.ics`,
          type: 'text/calendar',
          text: expect.stringContaining(`DTSTART;VALUE=DATE:${inDays(10).replaceAll('-', '')}\r\n`),
        },
      ],
    },
  ]);
  expect(world.mails[0]?.text).toContain(
    `Terms of Service:\nhttp://localhost:8788/terms?version=${TERMS_VERSION}&rateCardId=${FIRST_RATE_CARD_ID}\n`,
  );
  expect(JSON.stringify(world.mails)).not.toMatch(/\bpi_|_secret_/);
});

it('the e-mail is sent once when webhook, status call and cron process the payment and the queue repeats messages', async () => {
  const world = makeOwnWorld({ pauseMs: 5 });
  const { ctx, mails, announced } = world;
  const { clientSecret, paymentIntent } = await paidCheckout(world);
  const byWebhook = async () => applyDeposit(ctx, await ctx.stripe.retrieveIntent(paymentIntent));
  await Promise.all(
    Array.from({ length: 5 }, () => [
      byWebhook(),
      bookingStatus(ctx, { paymentIntent, clientSecret }),
      syncOpenCheckouts(ctx, forced),
    ]).flat(),
  );
  const stored = await rows<{ id: string; kind: string }>('SELECT id, kind FROM outbox ORDER BY kind');
  expect(stored.map(({ kind }) => kind)).toEqual(['deposit-paid', 'save-card']);
  const [notification, card] = stored;
  // The second message names the e-mail to the business, which has no row.
  expect(announced).toEqual([
    { type: 'outbox', id: notification?.id },
    expect.anything(),
    { type: 'outbox', id: card?.id },
    { type: 'geocode', bookingId: expect.any(Number) },
  ]);
  for (let delivery = 0; delivery < 3; delivery += 1) await processOutboxRow(ctx, notification?.id ?? '');
  await processPendingRows(ctx, { includeRecent: true });
  await bookingStatus(ctx, { paymentIntent, clientSecret });
  expect(mails).toHaveLength(1);
});

it('creates the booking even if the queue fails, and the cron sends the e-mail', async () => {
  const world = makeOwnWorld();
  world.ctx.send = () => Promise.reject(new Error('The queue is away'));
  const { clientSecret, paymentIntent } = await paidCheckout(world);
  const { booking } = await bookingStatus(world.ctx, { paymentIntent, clientSecret });
  expect(booking).toMatchObject({ status: 'pending' });
  expect(await processPendingRows(world.ctx, { includeRecent: false })).toMatchObject({ examined: 0 });
  world.passMinutes(3);
  expect(await processPendingRows(world.ctx, { includeRecent: false })).toMatchObject({ done: 2 });
  expect(world.mails).toHaveLength(1);
});

it('tries again after the mail service refused the e-mail', async () => {
  const world = makeOwnWorld();
  await paidCheckout(world);
  await syncOpenCheckouts(world.ctx, forced);
  const { send } = world.ctx.mail;
  world.ctx.mail.send = () => Promise.reject(new Error('Mailbox full'));
  expect(await processPendingRows(world.ctx, { includeRecent: true })).toEqual({
    examined: 2,
    done: 1,
    failed: 1,
  });
  expect(await rows('SELECT attempts, error, done_at FROM outbox WHERE done_at IS NULL')).toEqual([
    { attempts: 1, error: expect.stringContaining('Mailbox full'), done_at: null },
  ]);
  world.ctx.mail.send = send;
  expect(await processPendingRows(world.ctx, { includeRecent: true })).toEqual({
    examined: 1,
    done: 1,
    failed: 0,
  });
  expect(world.mails).toHaveLength(1);
});

it('announces no days without a reserved dumpster', async () => {
  const world = makeOwnWorld();
  await paidCheckout(world);
  await rows('DELETE FROM dumpster_schedule');
  await rows('UPDATE dumpsters SET is_available = 0');
  await syncOpenCheckouts(world.ctx, forced);
  await processPendingRows(world.ctx, { includeRecent: true });
  expect(world.mails).toMatchObject([
    { attachments: [], text: expect.stringContaining('Our staff will call you about your delivery day') },
  ]);
});

it('does not confirm a booking that was cancelled before the e-mail was sent', async () => {
  const world = makeOwnWorld();
  await paidCheckout(world);
  await syncOpenCheckouts(world.ctx, forced);
  await rows("UPDATE bookings SET status = 'cancelled'");
  expect(await processPendingRows(world.ctx, { includeRecent: true })).toEqual({
    examined: 2,
    done: 2,
    failed: 0,
  });
  expect(world.mails).toEqual([]);
});

it('shows user input as plain text', async () => {
  const world = makeOwnWorld();
  await paidCheckout(world, {
    firstName: '<script>alert(1)</script>',
    address: '1 "Quarry"; Road, <b>rear</b> \\n gate',
  });
  await syncOpenCheckouts(world.ctx, forced);
  await processPendingRows(world.ctx, { includeRecent: true });
  const [mail] = world.mails;
  expect(mail?.html).not.toMatch(/<script|<b>/);
  expect(mail?.subject).not.toMatch(/script/);
  const calendar = mail?.attachments?.[0]?.text.replaceAll('\r\n ', '');
  expect(calendar).toContain(
    'LOCATION:1 "Quarry"\\; Road\\, <b>rear</b> \\\\n gate\\, Albany\\, NY 12207\r\n',
  );
});
