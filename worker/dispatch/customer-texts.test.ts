import { beforeEach, expect, it } from 'vitest';
import { instantOn } from '#domain/days.ts';
import { processPendingRows } from '#worker/queue/outbox.ts';
import { makeRouteDay, sendActions, uploadedPhoto } from '#worker/test/driver-day.ts';
import { inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

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

/** Sends what is due at noon, as the queue and the cron do. Returns the texts. */
async function textsAtNoon() {
  const { ctx, passMinutes } = makeTestContext();
  passMinutes((instantOn(inDays(0), '12:00', ctx.settings.timeZone) - ctx.now()) / 60_000);
  await rows('UPDATE outbox SET due_at = NULL, created_at = 1');
  await processPendingRows(ctx, { includeRecent: true });
  return (await (await fetch(`${PROVIDER}/messages`)).json()) as { to: string; body: string }[];
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
  const texts = await textsAtNoon();
  expect(texts).toMatchObject([{ to: '+15185550101' }]);
  expect(texts[0]?.body).toMatch(
    /^Ironwood Dumpsters: Your dumpster is in place\. Last rental day: .* Reply STOP to end$/,
  );
  expect(texts[0]?.body.length).toBeLessThanOrEqual(160);
  expect(await textsAtNoon()).toHaveLength(1);
  expect(await stored(), 'the driver had arrived by then').toMatchObject([
    { kind: 'text-delivered', drop_reason: null },
    { kind: 'text-on-the-way', drop_reason: 'the driver has arrived, or is no longer on the way' },
  ]);
});

it('no text is stored for a customer who did not agree', async () => {
  const { ben } = await makeRouteDay();
  await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
  expect(await stored()).toEqual([]);
});
