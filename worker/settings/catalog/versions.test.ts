import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogVersion, getCatalogVersion } from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { CardContent } from '#domain/catalog/differences.ts';
import { offeredCard } from '#domain/catalog/entries.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { RETIRING_SECTIONS, sortedRates, withRetired } from '#domain/catalog/sections.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { mergeRanges, parseZipRanges, zipRangeText } from '#domain/catalog/zip-ranges.ts';
import { arbitraryCatalog } from '#domain/test/arbitrary-card.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { dearerRates, editCatalog } from '#worker/test/catalog.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';
import { publishDraft } from './publish.ts';
import { discardDraft, startDraft } from './versions.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let catalog: ReturnType<typeof editCatalog>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
  catalog = editCatalog(staff);
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole'");
});

const readPublic = async () => (await call('/api/catalog')).json<PublicCatalog>();

describe('earlier versions', () => {
  const twelveYard = {
    ...FIRST_RATE_CARD.dumpsterSizes[0],
    id: '12-yard',
    name: '12-Yard',
    yards: 12,
  } as RateCard['dumpsterSizes'][0];

  it('are listed with their bookings and author, and can be read', async () => {
    await catalog.save('rates', dearerRates(1000));
    const { id } = await catalog.publish('Spring prices');
    await insertRow('bookings', 1, { rate_card_id: 1 });
    await insertRow('bookings', 2, { rate_card_id: id });
    await insertRow('bookings', 3, { rate_card_id: id });
    expect(await catalog.get<CatalogVersion[]>('history')).toMatchObject([
      { id, status: 'published', note: 'Spring prices', publishedBy: 'Dana Cole', bookings: 2 },
      { id: 1, status: 'superseded', note: 'First catalog', publishedBy: null, bookings: 1 },
    ]);
    const first = await catalog.get<ReplyOf<typeof getCatalogVersion>>('history/1');
    expect(first).toMatchObject({ id: 1, sections: FIRST_RATE_CARD, zoneZipCounts: {} });
    expect([first.previousId, first.differences]).toEqual([null, []]);
    const second = await catalog.get<ReplyOf<typeof getCatalogVersion>>(`history/${id}`);
    expect(second.previousId).toBe(1);
    expect(second.differences).toContainEqual({
      section: 'rates',
      text: '7-Day, 15-Yard: deposit changed from $425 to $435',
    });
    expect((await staff.send('GET', 'admin/catalog/history/987654')).status).toBe(404);
  });

  it('can be the start of a draft, which is rebased before it is published', async () => {
    await catalog.save('dumpsterSizes', [...FIRST_RATE_CARD.dumpsterSizes, twelveYard]);
    await catalog.save('rates', dearerRates(1000));
    const { id: second } = await catalog.publish();
    const started = await (await catalog.post('draft/start', { from: 1 })).json<CatalogDraft>();
    expect(started).toMatchObject({ baseId: 1, publishedId: second, isSuperseded: true });
    expect(started.changed).toEqual(['dumpsterSizes', 'rates']);
    expect(started.sections.dumpsterSizes).toEqual([
      ...FIRST_RATE_CARD.dumpsterSizes,
      { ...twelveYard, isActive: false },
    ]);
    expect((await catalog.post('draft/start', { from: 1 })).status).toBe(409);
    const refused = await catalog.post('publish', { note: 'Back' });
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      baseId: 1,
      publishedId: second,
      message: expect.stringContaining('rebase the draft'),
    });
    expect((await catalog.post('draft/rebase', { publishedId: 1, take: [] })).status).toBe(409);
    const [seen] = Object.values((await catalog.readDraft()).etags);
    const outdated = await catalog.post('draft/rebase', { publishedId: second, take: [] }, seen);
    expect([outdated.status, ((await outdated.json()) as { code: string }).code]).toEqual([409, 'stale']);
    const rebased = await (
      await catalog.post('draft/rebase', { publishedId: second, take: ['dumpsterSizes'] })
    ).json<CatalogDraft>();
    expect(rebased).toMatchObject({ baseId: second, isSuperseded: false, changed: ['rates'] });
    const { id: third } = await catalog.publish('Back to the first prices');
    expect(await readPublic()).toMatchObject({ version: third, rates: FIRST_RATE_CARD.rates });
    expect((await readPublic()).dumpsterSizes).toContainEqual(twelveYard);
  });

  it('cannot be the start when they do not exist, or are the draft', async () => {
    await catalog.save('rates', dearerRates(1000));
    const { id } = await catalog.readDraft();
    for (const from of [id, 987_654]) expect((await catalog.post('draft/start', { from })).status).toBe(404);
  });
});

describe('at the same moment', () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );

  it('one of two people starts a draft, and it is whole', async () => {
    await catalog.save('rates', dearerRates(1000));
    const { id } = await catalog.publish();
    const ctx = makeQuietContext({ pauseMs: 5 });
    const results = await Promise.all([1, id].map((from) => codeOf(startDraft(ctx, staff.actor, from))));
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    const { baseId, changed } = await catalog.readDraft();
    expect([baseId, changed]).toEqual(baseId === 1 ? [1, ['rates']] : [id, []]);
    expect(await rows("SELECT 1 FROM rate_cards WHERE status = 'draft'")).toHaveLength(1);
  });

  it('a draft that is discarded while it is published or saved ends as one of both', async () => {
    for (let round = 1; round <= 4; round += 1) {
      await catalog.save('rates', dearerRates(round));
      const ctx = makeQuietContext({ pauseMs: round });
      const { id } = await catalog.readDraft();
      const [discarded, published] = await Promise.all([
        codeOf(discardDraft(ctx, staff.actor, null)),
        codeOf(publishDraft(ctx, staff.actor, { note: 'x', revision: null })),
      ]);
      const isPublished = (await readPublic()).version === id;
      expect([published, isPublished]).toEqual([
        isPublished ? 'done' : expect.any(String),
        published === 'done',
      ]);
      if (!isPublished) expect(discarded).toBe('done');
      expect(await catalog.readDraft()).toMatchObject({ id: null, changed: [] });
    }
  });

  it('a period whose days the draft changes is not published while a customer books it', async () => {
    const days = (count: number) =>
      FIRST_RATE_CARD.rentalOptions.map((one) => (one.id === '7-day' ? { ...one, days: count } : one));
    await catalog.save('rentalOptions', days(8));
    const ctx = makeQuietContext();
    const batch = ctx.db.batch.bind(ctx.db);
    const PUBLICATION_STATEMENTS = 6;
    // The booking arrives after the checks, just before the transaction.
    ctx.db.batch = (async (statements: Parameters<typeof batch>[0]) => {
      if (statements.length === PUBLICATION_STATEMENTS)
        await insertRow('bookings', 1, { rental_type: '7-day' });
      return batch(statements);
    }) as unknown as typeof ctx.db.batch;
    const publishing = publishDraft(ctx, staff.actor, { note: 'x', revision: null });
    expect(await codeOf(publishing)).toBe('busy');
    expect(await rows('SELECT 1 FROM bookings')).toHaveLength(1);
    expect((await readPublic()).version).toBe(1);
  });
});

it('a discarded draft leaves the published version, with new ETags and its number unused', async () => {
  const zones = [{ id: 'north', name: 'North', surcharge: 0, streetRule: null }];
  await catalog.save('area', { mode: 'listed', zones });
  await catalog.post('draft/zips', { zone: 'north', zips: ['12200-12299'], mode: 'add' });
  const before = await catalog.readDraft();
  const seen = (await staff.send('GET', 'admin/catalog/differences')).headers.get('ETag') ?? '';
  await catalog.save('rates', dearerRates(1));
  const discard = (ifMatch: string) => staff.send('DELETE', 'admin/catalog/draft', { ifMatch });
  const refused = await discard(seen);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'stale']);
  const now = (await staff.send('GET', 'admin/catalog/differences')).headers.get('ETag') ?? '';
  expect((await discard(now)).status).toBe(204);
  const after = await catalog.readDraft();
  expect(after).toMatchObject({ id: null, changed: [], sections: FIRST_RATE_CARD, zoneZipCounts: {} });
  expect(Object.values(after.etags)).not.toContain('"0"');
  expect(after.etags.area).not.toBe(before.etags.area);
  await catalog.save('rates', dearerRates(1));
  expect((await catalog.readDraft()).id).toBeGreaterThan(before.id ?? 0);
  expect((await staff.send('DELETE', 'admin/catalog/draft')).status).toBe(204);
  expect((await staff.send('DELETE', 'admin/catalog/draft')).status).toBe(204);
});

it('discarding gives zones with long ids all of their ZIP codes back', async () => {
  const id = 'a'.repeat(60);
  await catalog.save('area', {
    mode: 'listed',
    zones: [{ id, name: 'Far', surcharge: 0, streetRule: null }],
  });
  await rows(
    `WITH RECURSIVE codes(code) AS (SELECT 10001 UNION ALL SELECT code + 2 FROM codes WHERE code < 90000)
    INSERT INTO zone_zips (from_zip, to_zip, zone) SELECT code, code, '${id}' FROM codes`,
  );
  const { zoneZipCounts } = await catalog.readDraft();
  expect(zoneZipCounts[id]).toBeGreaterThan(39_000);
  await catalog.publish();
  await catalog.save('rates', dearerRates(1));
  expect((await staff.send('DELETE', 'admin/catalog/draft')).status).toBe(204);
  expect((await catalog.readDraft()).zoneZipCounts).toEqual(zoneZipCounts);
});

describe('every catalog that can be published', () => {
  /** The order in which entries exist before others refer to them. */
  const ORDER: readonly CatalogSection[] = [
    'rentalOptions',
    'dumpsterSizes',
    'materials',
    'chargeItems',
    'projectPresets',
    'rates',
    'area',
    'taxRules',
    'calendar',
    'policy',
  ];

  async function edit({ card, zoneZips }: CardContent) {
    const { zoneZipCounts } = await catalog.readDraft();
    for (const zone of Object.keys(zoneZipCounts)) {
      await catalog.post('draft/zips', { zone, zips: ['00000-99999'], mode: 'remove' });
    }
    for (const section of ORDER) await catalog.save(section, card[section]);
    for (const [zone, zips] of Object.entries(zoneZips)) {
      const reply = await catalog.post('draft/zips', { zone, zips, mode: 'add' });
      expect(await reply.json()).toMatchObject({ unchanged: 0, invalid: [], inOtherZone: [] });
    }
  }

  /** The card with the published entries that it leaves out: retired. */
  function expectedCard(card: RateCard, published: RateCard): RateCard {
    const lists = RETIRING_SECTIONS.map((section) => [
      section,
      withRetired<{ id: string; isActive: boolean }>(card[section], {
        current: published[section],
        isPublished: () => true,
      }),
    ]);
    const all: RateCard = { ...card, ...Object.fromEntries(lists) };
    return { ...all, rates: sortedRates(all) };
  }

  it('is saved section by section, published, read back equal, and shown to customers', async () => {
    let published = FIRST_RATE_CARD;
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog(), async (content) => {
        await edit(content);
        const { id } = await catalog.publish();
        published = expectedCard(content.card, published);
        const version = await catalog.get<ReplyOf<typeof getCatalogVersion>>(`history/${id}`);
        expect(version.sections).toEqual(published);
        expect(await catalog.readDraft()).toMatchObject({ changed: [], sections: published });
        const [{ zips } = { zips: '' }] = await rows<{ zips: string }>(
          'SELECT zone_zips AS zips FROM rate_cards WHERE id = ?',
          id,
        );
        const merged = Object.entries(content.zoneZips)
          .filter(([, codes]) => codes.length > 0)
          .map(([zone, codes]) => [zone, mergeRanges(parseZipRanges(codes)).map(zipRangeText)]);
        expect(JSON.parse(zips)).toEqual(Object.fromEntries(merged));
        expect(await readPublic()).toMatchObject({ version: id, ...offeredCard(published) });
      }),
      { ...randomRuns({ sample: 5, long: 100 }), endOnFailure: true },
    );
  });
});
