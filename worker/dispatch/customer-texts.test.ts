import { beforeEach, expect, it } from 'vitest';
import { nextCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { textSignature } from '#worker/base/platform/texts.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { makeRouteDay, sendActions, uploadedPhoto, wholeDayActions } from '#worker/test/driver-day.ts';
import { call } from '#worker/test/http.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

const PROVIDER = 'https://api.twilio.com';

beforeEach(async () => {
  await startOver();
  await fetch(`${PROVIDER}/__control/reset`, { method: 'POST' });
});

/** The customer of the booking agrees to texts. */
async function agree(bookingId: number) {
  await rows("UPDATE bookings SET phone = '(518) 555-0101', version = version + 1 WHERE id = ?", bookingId);
  await rows(
    `INSERT INTO text_consents (booking_id, phone, is_given, source, wording, ip, created_at)
     VALUES (?, '+15185550101', 1, 'form', 'Text me', '203.0.113.7', 1)`,
    bookingId,
  );
}

type Text = { to: string; body: string };

/**
 * Sends what is due by day, as the queue and the cron do. Returns the texts and the e-mails. The clock is never behind the
 * one of the queue, which would take a row that is being sent for one whose attempt has crashed.
 */
async function sendByDay() {
  const { ctx, passMinutes, mails } = makeTestContext();
  passMinutes((nextCustomerHour(ctx.now(), ctx.settings.timeZone) - ctx.now()) / 60_000);
  await rows('UPDATE outbox SET due_at = NULL, created_at = 1');
  await processPendingRows(ctx, { includeRecent: true });
  const texts = (await (await fetch(`${PROVIDER}/messages`)).json()) as Text[];
  return { texts, mails };
}
const textsByDay = async () => (await sendByDay()).texts;

/** The customer of the agreed number answers; the provider signs its call. */
async function answer(body: string) {
  const fields = new URLSearchParams({ MessageSid: crypto.randomUUID(), From: '+15185550101', Body: body });
  const url = 'http://localhost:8788/api/texts/webhook';
  const reply = await call('/api/texts/webhook', {
    method: 'POST',
    body: fields.toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': await textSignature('texts_local', { url, fields }),
    },
  });
  expect(reply.status).toBe(200);
}

const stored = () =>
  rows("SELECT kind, subject, drop_reason FROM outbox WHERE kind LIKE 'text-%' ORDER BY kind");

it('a customer who agreed gets one text about each fact, also when the phone reports twice', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  await agree(1);
  await uploadedPhoto(11, 'delivery_placement', ben);
  const unit = { number: numbers[units[0] ?? 0] };
  const actions = [
    { id: crypto.randomUUID(), stopId: 11, type: 'on_my_way' },
    { id: crypto.randomUUID(), stopId: 11, type: 'arrived' },
    { id: crypto.randomUUID(), stopId: 11, type: 'unit', payload: unit },
    { id: crypto.randomUUID(), stopId: 11, type: 'done', payload: {} },
  ];
  await sendActions(ben, actions);
  await sendActions(ben, actions);
  expect(await stored()).toMatchObject([
    { kind: 'text-delivered', drop_reason: null },
    { kind: 'text-on-the-way', subject: '11', drop_reason: null },
  ]);
  const texts = await textsByDay();
  expect(texts).toMatchObject([{ to: '+15185550101' }]);
  expect(texts[0]?.body).toMatch(
    /^Ironwood Dumpsters: Your dumpster is in place\. Last rental day: .* Reply STOP to end$/,
  );
  expect(texts[0]?.body.length).toBeLessThanOrEqual(160);
  expect(await textsByDay()).toHaveLength(1);
  expect(await stored(), 'the driver had arrived by then').toMatchObject([
    { kind: 'text-delivered', drop_reason: null },
    { kind: 'text-on-the-way', drop_reason: 'the driver has arrived, or is no longer on the way' },
  ]);
});

it('on the way is the same in text and e-mail; STOP ends the texts but not the e-mails, and START brings them back', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  for (const bookingId of [1, 2]) await agree(bookingId);
  await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
  const departedMs = nextCustomerHour(Date.now(), 'America/New_York');
  await rows('UPDATE driver_route_stops SET departed_at = ? WHERE id = 11', departedMs);
  const first = await sendByDay();
  const about = /about (\d+:\d\d [AP]M)/.exec(first.mails[0]?.text ?? '')?.[1] ?? 'no time';
  expect(first.mails.map(({ to }) => to)).toEqual(['ada1@example.com']);
  expect(first.texts.map(({ body }) => body)).toEqual([
    expect.stringContaining(`Your driver is on the way for your delivery, about ${about}.`),
  ]);

  await answer('Stop');
  const actions = await wholeDayActions(ben, units, numbers);
  await sendActions(ben, actions.slice(1, 4));
  const stopped = await sendByDay();
  expect(stopped.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/was delivered$/)]);
  expect(stopped.texts).toHaveLength(1);
  expect(await stored()).toContainEqual({
    kind: 'text-delivered',
    subject: '31',
    drop_reason: 'number stopped texts',
  });

  await answer('START');
  await sendActions(ben, actions.slice(4, 7));
  const started = await sendByDay();
  expect(started.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/was exchanged$/)]);
  expect(started.texts).toHaveLength(2);
  expect(started.texts.some(({ body }) => body.includes('Your dumpster was exchanged.'))).toBe(true);
});

it('no text is stored for a customer who did not agree', async () => {
  const { ben } = await makeRouteDay();
  await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
  expect(await stored()).toEqual([]);
});
