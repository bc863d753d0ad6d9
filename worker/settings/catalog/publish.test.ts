import { beforeEach, describe, expect, it } from 'vitest';
import type { listCatalogDifferences } from '#contract/catalog-publish.ts';
import { findStoredCatalog } from '#contract/catalog-store.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import type { Context } from '#worker/base/context.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { dearerRates, editCatalog } from '#worker/test/catalog.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver, testEnv } from '#worker/test/world.ts';
import { publishDraft } from './publish.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let catalog: ReturnType<typeof editCatalog>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
  catalog = editCatalog(staff);
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole'");
});

const readDifferences = () => catalog.get<ReplyOf<typeof listCatalogDifferences>>('differences');
const readPublic = async () => (await call('/api/catalog')).json<PublicCatalog>();
const outbox = () =>
  rows<{ subject: string; done: number; error: string | null }>(
    "SELECT subject, done_at IS NOT NULL AS done, error FROM outbox WHERE kind = 'catalog-published'",
  );

it('publishes the draft: customers see it, the old version stays, and the history says what changed', async () => {
  await catalog.save('rates', dearerRates(1000));
  const { id, publishedAt } = await catalog.publish();
  expect(await readPublic()).toMatchObject({ version: id, publishedAt, rates: dearerRates(1000) });
  expect(await catalog.readDraft()).toMatchObject({ id: null, baseId: id, publishedId: id, changed: [] });
  expect(await rows('SELECT id, status, base_id AS base FROM rate_cards ORDER BY id')).toEqual([
    { id: 1, status: 'superseded', base: null },
    { id, status: 'published', base: 1 },
  ]);
  const [entry] = await rows<{ after: string }>("SELECT * FROM history WHERE subject = 'catalog'");
  expect(entry).toMatchObject({ subject_id: id, action: 'published', actor_name: 'dana' });
  expect(JSON.parse(entry?.after ?? '')).toMatchObject({
    note: 'New prices',
    differences: expect.arrayContaining([expect.stringContaining('deposit changed from $325 to $335')]),
  });
});

/** Without the queue of the tests, which would process the outbox row at any time. */
const publishQuietly = (ctx = makeQuietContext()) =>
  publishDraft(ctx, staff.actor, { note: 'New prices', revision: null });

it('an outbox row brings the version to the edge; while KV fails, the old one stays and staff see it', async () => {
  captureLog();
  await catalog.save('rates', dearerRates(1000));
  const first = await publishQuietly();
  const ctx = makeQuietContext();
  const run = (world: Context) => processPendingRows(world, { includeRecent: true });
  await run(ctx);
  expect(await findStoredCatalog(testEnv.CATALOG)).toEqual(await readPublic());
  await catalog.save('rates', dearerRates(2000));
  const second = await publishQuietly();
  const put = () => Promise.reject(new Error('KV PUT failed: 500 Internal Server Error'));
  await run({ ...ctx, edgeCatalog: { ...testEnv.CATALOG, put } as unknown as KVNamespace });
  expect(await findStoredCatalog(testEnv.CATALOG)).toMatchObject({ version: first.id });
  expect(await outbox()).toEqual([
    { subject: `${first.id}`, done: 1, error: null },
    { subject: `${second.id}`, done: 0, error: expect.stringContaining('KV PUT failed') },
  ]);
  expect(
    await (await staff.send('GET', 'admin/notifications?kind=catalog-published&state=waiting')).json(),
  ).toMatchObject([
    { kind: 'catalog-published', attempts: 1, error: expect.stringContaining('KV PUT failed') },
  ]);
  await run(ctx);
  expect(await findStoredCatalog(testEnv.CATALOG)).toMatchObject({ version: second.id });
});

it('a slow task of an earlier version does not leave its older copy at the edge', async () => {
  await catalog.save('rates', dearerRates(1000));
  await publishQuietly();
  const ctx = makeQuietContext();
  let isFirst = true;
  const put = async (key: string, value: string) => {
    if (isFirst) {
      isFirst = false;
      await catalog.save('rates', dearerRates(2000));
      await publishQuietly();
    }
    await testEnv.CATALOG.put(key, value);
  };
  await processPendingRows(
    { ...ctx, edgeCatalog: { put } as unknown as KVNamespace },
    { includeRecent: true },
  );
  expect(await findStoredCatalog(testEnv.CATALOG)).toEqual(await readPublic());
});

describe('refused publications change nothing', () => {
  const expectRefused = async (reply: Response, expected: object) => {
    expect(await reply.json()).toMatchObject(expected);
    expect(await readPublic()).toMatchObject({ version: 1 });
    expect([await outbox(), await rows("SELECT 1 FROM history WHERE subject = 'catalog'")]).toEqual([[], []]);
  };

  it('without a draft', async () => {
    await expectRefused(await catalog.post('publish', { note: 'x' }), { code: 'conflict' });
  });

  it('without a note', async () => {
    await catalog.save('rates', dearerRates(1000));
    await expectRefused(await catalog.post('publish', { note: ' ' }), {
      code: 'invalid',
      issues: [{ path: 'note', message: 'Say what changes and why' }],
    });
  });

  it('without an offered rate, with the place', async () => {
    await catalog.save(
      'rates',
      FIRST_RATE_CARD.rates.map((rate) => ({ ...rate, isOffered: false })),
    );
    const message = 'Nothing can be booked: offer at least one rental in one size';
    expect((await readDifferences()).issues).toEqual([{ path: 'rates', message }]);
    await expectRefused(await catalog.post('publish', { note: 'x' }), {
      code: 'invalid',
      issues: [{ path: 'rates', message }],
    });
  });

  it('after the draft changed since its differences were shown', async () => {
    await catalog.save('rates', dearerRates(1000));
    const shown = await staff.send('GET', 'admin/catalog/differences');
    await catalog.save('policy', { ...FIRST_RATE_CARD.policy, acceptedWaste: ['Wood'] });
    await expectRefused(await catalog.post('publish', { note: 'x' }, shown.headers.get('ETag') ?? ''), {
      code: 'stale',
    });
    const again = await staff.send('GET', 'admin/catalog/differences');
    expect((await catalog.post('publish', { note: 'x' }, again.headers.get('ETag') ?? '')).status).toBe(200);
  });

  it('when a period was booked after the draft changed its days; the draft can be discarded', async () => {
    const days = (count: number) =>
      FIRST_RATE_CARD.rentalOptions.map((one) => (one.id === '7-day' ? { ...one, days: count } : one));
    await catalog.save('rentalOptions', days(8));
    await insertRow('bookings', 1, { rental_type: '7-day' });
    await expectRefused(await catalog.post('publish', { note: 'x' }), {
      code: 'invalid',
      issues: [
        { path: 'rentalOptions.1.days', message: '7-Day Rental was booked, so its days cannot change' },
      ],
    });
    expect((await staff.send('DELETE', 'admin/catalog/draft')).status).toBe(204);
    expect((await catalog.readDraft()).sections).toEqual(FIRST_RATE_CARD);
  });
});

describe('at the same moment', () => {
  const publishAt = (ctx: Context) =>
    publishQuietly(ctx).then(
      () => 'published',
      (error: { code: string }) => error.code,
    );

  it('one of two owners publishes', async () => {
    await catalog.save('rates', dearerRates(1000));
    const ctx = makeQuietContext({ pauseMs: 5 });
    const results = await Promise.all([publishAt(ctx), publishAt(ctx)]);
    expect(results.toSorted()).toEqual(['conflict', 'published']);
    expect([await outbox(), await rows("SELECT 1 FROM history WHERE subject = 'catalog'")]).toMatchObject([
      [{ done: 0 }],
      [{}],
    ]);
  });

  it('a save is in the published version, or in the next draft, or refused: never lost', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await catalog.save('rates', dearerRates(round));
      const { etags } = await catalog.readDraft();
      const ctx = makeQuietContext({ pauseMs: round });
      const value = { ...FIRST_RATE_CARD.policy, acceptedWaste: [`Waste ${round}`] };
      const path = 'admin/catalog/draft/policy';
      const [result, saved] = await Promise.all([
        publishAt(ctx),
        staff.sendBody('PUT', path, { body: value, ifMatch: etags.policy }),
      ]);
      expect(saved.status).toBe(200);
      const { changed, sections } = await catalog.readDraft();
      expect(sections.policy).toEqual(value);
      const isInVersion = (await readPublic()).policy.acceptedWaste[0] === `Waste ${round}`;
      if (result === 'published') expect(changed).toEqual(isInVersion ? [] : ['policy']);
      else await catalog.publish();
      if ((await catalog.readDraft()).id !== null) await catalog.publish();
    }
  });
});

describe('the dialog before a publication', () => {
  it('lists every difference in words', async () => {
    await catalog.save('rates', dearerRates(1000));
    await catalog.save('policy', { ...FIRST_RATE_CARD.policy, acceptedWaste: ['Wood'] });
    const { differences, issues, isSuperseded } = await readDifferences();
    expect([issues, isSuperseded]).toEqual([[], false]);
    expect(differences).toContainEqual({
      section: 'rates',
      text: '7-Day, 15-Yard: deposit changed from $425 to $435',
    });
    expect(differences).toContainEqual({ section: 'policy', text: 'Accepted waste added: Wood' });
    expect(differences).toHaveLength(13);
  });

  it('names the offered sizes without a unit', async () => {
    await insertRow('dumpsters', 1, { dumpster_type: '15-yard' });
    await insertRow('dumpsters', 2, { dumpster_type: '20-yard', deleted_at: 1 });
    const { dumpsterSizes, rates } = FIRST_RATE_CARD;
    const [size] = dumpsterSizes;
    const [rate] = rates;
    if (!size || !rate) throw new Error('The first catalog is empty');
    await catalog.save('dumpsterSizes', [...dumpsterSizes, { ...size, id: '12-yard', name: '12-Yard' }]);
    expect((await readDifferences()).sizesWithoutUnits).toEqual(['10-Yard', '20-Yard', '30-Yard']);
    const offered = rates.map((one) => ({ ...one, isOffered: one.dumpsterSize !== '30-yard' }));
    await catalog.save('rates', [...offered, { ...rate, dumpsterSize: '12-yard' }]);
    const { sizesWithoutUnits, issues } = await readDifferences();
    expect([sizesWithoutUnits, issues]).toEqual([['10-Yard', '20-Yard', '12-Yard'], []]);
  });

  it('lists the coming bookings that break a new rule, and changes none of them', async () => {
    await insertRental(1, { startsIn: 10 });
    await insertRental(2, { startsIn: 12 });
    await insertRental(3, { startsIn: 10, status: 'cancelled' });
    await insertRental(4, { startsIn: -30 });
    // Delivered on the weekday that the draft takes away.
    await insertRental(5, { startsIn: -4 });
    for (const n of [1, 2]) {
      const type = n === 1 ? 'delivery' : 'exchange';
      await insertRow('jobs', n, { booking_id: n, type, due_day: inDays(10), status: 'open' });
    }
    // While a hold is revised, both revisions have its moves: they are one move of the day.
    await insertRow('checkouts', 6, {});
    for (const revision of [1, 2]) {
      const holder = { checkout_id: 'checkout-6', revision };
      await insertRow('checkout_revisions', 6, holder);
      for (const days of [10, 25]) {
        await insertRow('jobs', 6, { ...holder, booking_id: null, type: 'delivery', due_day: inDays(days) });
      }
    }
    await rows("INSERT INTO blackout_days (day, reason, created_at) VALUES (?, 'Party', 1)", inDays(18));
    const before = await rows('SELECT * FROM bookings');
    const weekday = new Date(`${inDays(10)}T12:00:00Z`).getUTCDay();
    await catalog.save('calendar', {
      ...FIRST_RATE_CARD.calendar,
      deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6].filter((one) => one !== weekday),
      maxTruckMovesPerDay: 1,
    });
    const { brokenBookings, brokenBookingsCount, overfullDays } = await readDifferences();
    expect(brokenBookings).toEqual([
      {
        bookingId: 1,
        customerName: 'Ada Customer1',
        text: expect.stringMatching(/^Delivery on .* no delivery weekday$/),
      },
      {
        bookingId: 2,
        customerName: 'Ada Customer2',
        text: expect.stringMatching(/^Pickup on .* is closed$/),
      },
    ]);
    expect(brokenBookingsCount).toBe(2);
    expect(overfullDays).toEqual([
      { text: expect.stringMatching(/ has 3 truck moves; the new limit is 1$/), bookingIds: [1, 2] },
    ]);
    await catalog.publish();
    expect(await rows('SELECT * FROM bookings')).toEqual(before);
  });
});
