import { expect, it } from 'vitest';
import { findStoredCatalog } from '#contract/catalog-store.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { dearerRates, editCatalog } from '#worker/test/catalog.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { type KillPoint, killedDatabase, listKillPoints } from '#worker/test/killed.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { publishDraft } from './publish.ts';

const readPublic = async () => (await call('/api/catalog')).json<PublicCatalog>();
const versionsNow = () => rows('SELECT id, status, base_id, note, published_at FROM rate_cards ORDER BY id');
const traces = async () => [
  (await rows("SELECT 1 FROM history WHERE subject = 'catalog' AND action = 'published'")).length,
  (await rows("SELECT 1 FROM outbox WHERE kind = 'catalog-published'")).length,
];

/** A draft with other prices, and a function that publishes it on a database. */
async function makeDraft() {
  await startOver();
  captureLog();
  const staff = await signIn('dana', 'admin');
  const catalog = editCatalog(staff);
  await catalog.save('rates', dearerRates(1000));
  const publish = (database: D1Database = testEnv.DB) => {
    const { ctx } = makeTestContext({ database });
    ctx.send = () => Promise.resolve();
    return publishDraft(ctx, staff.actor, { note: 'New prices', revision: null });
  };
  return { catalog, publish };
}

/** Kills a publication at a point. It is then made as a whole, or the draft is as it was and can be published. */
async function expectWhole(point: KillPoint) {
  const { catalog, publish } = await makeDraft();
  const draft = await catalog.readDraft();
  const before = [await versionsNow(), draft];
  const { database, isKilled } = killedDatabase(testEnv.DB, point);
  await expect(publish(database)).rejects.toThrow();
  expect(isKilled()).toBe(true);
  const { version } = await readPublic();
  if (version === 1) {
    expect([[await versionsNow(), await catalog.readDraft()], await traces()]).toEqual([before, [0, 0]]);
    await publish();
  }
  expect(await traces()).toEqual([1, 1]);
  const published = await readPublic();
  expect(published).toMatchObject({ version: draft.id, rates: dearerRates(1000) });
  expect(await catalog.readDraft()).toMatchObject({
    id: null,
    publishedId: draft.id,
    changed: [],
  });
  expect(await rows('SELECT id, status FROM rate_cards ORDER BY id')).toEqual([
    { id: 1, status: 'superseded' },
    { id: draft.id, status: 'published' },
  ]);
  await processPendingRows(makeQuietContext(), { includeRecent: true });
  expect(await findStoredCatalog(testEnv.CATALOG)).toEqual(published);
  return version === 1 ? 'not made' : 'made';
}

it('a publication that is killed at any statement is made as a whole or not at all', {
  timeout: 300_000,
}, async () => {
  const { publish } = await makeDraft();
  const points = await listKillPoints(testEnv.DB, publish);
  const inBatch = points.filter(({ statement }) => statement !== undefined);
  expect(inBatch.length).toBeGreaterThan(4);
  const last = points.length - 1;
  const sample = [0, 3, last - 6, last - 4, last - 2, last];
  const outcomes = new Set<string>();
  for (const point of chooseCases(points, (one) => sample.includes(points.indexOf(one)))) {
    outcomes.add(await expectWhole(point));
  }
  expect([...outcomes].toSorted()).toEqual(['made', 'not made']);
});
