import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { sendReminder } from '#worker/bookings/reminders/service.ts';
import { correctLocation } from '#worker/fleet/units/locations.ts';
import { changeUnit } from '#worker/fleet/units/service.ts';
import { moveToDeadLetters } from '#worker/notify/outbox/dead-letters.ts';
import { mergeIntoClient, separateKey } from '#worker/office/clients/merge.ts';
import { publishText } from '#worker/settings/terms/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { dearerRates, editCatalog } from '#worker/test/catalog.ts';
import { violate } from '#worker/test/guarded.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  captureLog();
  dana = await signIn('dana', 'super_admin');
});

const once = (act: (ctx: Context) => Promise<unknown>) => [act, () => act(makeQuietContext())] as const;

it('a key is separated from its client once', async () => {
  for (const n of [1, 2]) await insertRental(n);
  const keys = { key: 'ada1@example.com', mergedKey: 'ada2@example.com' };
  await mergeIntoClient(makeQuietContext(), dana.actor, keys);
  const seen = await violate('merged', ...once((ctx) => separateKey(ctx, dana.actor, keys)));
  expect(seen).toEqual({ failed: ['merged'], outcome: 'ok', entries: [] });
});

it('a unit that was moved is not moved again', async () => {
  await addUnits(1);
  const [id = 0] = await listUnitIds();
  const place = { place: 'repair' as const, siteId: null, bookingId: null, truckId: null };
  const move = { id, version: null, correction: { ...place, reason: 'Door' } };
  const seen = await violate('current', ...once((ctx) => correctLocation(ctx, dana.actor, move)));
  expect(seen).toEqual({ failed: ['current'], outcome: 'ok', entries: [] });
  expect(await rows('SELECT place FROM unit_locations')).toEqual([{ place: 'repair' }]);
});

it('the terms that were replaced are not replaced again', async () => {
  const publish = (markdown: string) => (ctx: Context) =>
    publishText(ctx, dana.actor, { type: 'terms', markdown, replaces: '2026-11' });
  const other = () => publish('One')(makeQuietContext());
  const seen = await violate('current', publish('Other'), other);
  expect(seen).toEqual({ failed: ['current'], outcome: 'stale', entries: [] });
});

it('a unit that was reserved or changed is read again', async () => {
  await addUnits(1);
  const [id = 0] = await listUnitIds();
  const change = (notes: string) => (ctx: Context) =>
    changeUnit(ctx, dana.actor, { id, version: null, changes: { notes } });
  const seen = await violate('as_read', change('a'), () => change('b')(makeQuietContext()));
  expect(seen).toEqual({ failed: ['as_read'], outcome: 'ok', entries: ['changed'] });
  expect(await rows('SELECT notes, version FROM dumpsters')).toEqual([{ notes: 'a', version: 3 }]);
});

it('a day that another one closed is not closed with another reason', async () => {
  const close = (reason: string) => () =>
    dana.send('POST', 'admin/blackout-days', { day: inDays(10), reason });
  const seen = await violate('as_read', close('a'), close('b'));
  expect(seen).toMatchObject({ failed: ['as_read'], entries: [] });
  expect(seen.outcome).not.toBe('ok');
  expect(await rows('SELECT reason FROM blackout_days')).toEqual([{ reason: 'b' }]);
});

it('an e-mail that failed for good is in the history once', async () => {
  await insertRental(1);
  await insertRow('outbox', 1, {
    id: 'one',
    kind: 'booking-made',
    user_id: null,
    booking_id: 1,
    dedupe_key: 'booking-made:1',
  });
  const seen = await violate('alive', ...once((ctx) => moveToDeadLetters(ctx, 'one')));
  expect(seen).toEqual({ failed: ['alive'], outcome: 'ok', entries: [] });
});

it.each(['draft', 'unchanged'])('a draft that changed is not published: %s', async (guard) => {
  const catalog = editCatalog(dana);
  await catalog.save('rates', dearerRates(100));
  const publish = () => catalog.post('publish', { note: 'x' });
  const other = () => (guard === 'draft' ? publish() : catalog.save('rates', dearerRates(200)));
  const seen = await violate(guard, publish, other);
  expect(seen).toMatchObject({ failed: [guard], entries: [] });
  expect(seen.outcome).not.toBe('ok');
});

it('a reminder is sent once a day', async () => {
  await insertRental(1);
  const day = inDays(0);
  const sent = ['booking-reminder', day, `booking-reminder:1:${day}`];
  const seen = await violate(
    'remindable',
    (ctx) => sendReminder(ctx, dana.actor, { id: 1, version: null }),
    () =>
      rows(
        "INSERT INTO outbox (id, kind, booking_id, subject, dedupe_key, created_at) VALUES ('other', ?, 1, ?, ?, 1)",
        ...sent,
      ),
  );
  expect(seen).toEqual({ failed: ['remindable'], outcome: 'conflict', entries: [] });
});
