import { beforeEach, expect, it } from 'vitest';
import type { CatalogDraft, changeZoneZips } from '#contract/catalog-draft.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { updateZoneZips } from './zips.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
  const zones = ['north', 'south'].map((id) => ({ id, name: id, surcharge: 2500, streetRule: null }));
  const reply = await staff.send('PUT', 'admin/catalog/draft/area', {
    mode: 'listed',
    zones,
    ifMatch: '"0"',
  });
  expect(reply.status).toBe(200);
});

type Result = ReplyOf<typeof changeZoneZips>;
const change = async (zone: string, zips: string[], mode: 'add' | 'remove' = 'add') =>
  (await staff.send('POST', 'admin/catalog/draft/zips', { zone, zips, mode })).json<Result>();
const list = async (zone: string) =>
  (await staff.send('GET', `admin/catalog/draft/zips?zone=${zone}`)).json<string[]>();
const readDraft = async () => (await staff.send('GET', 'admin/catalog/draft')).json<CatalogDraft>();

it('adds codes and ranges once, merges neighbors, and lists what is no ZIP code', async () => {
  const zips = ['12207', ' 12208 ', '12207', '12300-12399', '12209', '', '1220', 'Albany', '12299-12200'];
  expect(await change('north', zips)).toEqual({
    added: 103,
    removed: 0,
    unchanged: 0,
    invalid: ['1220', 'Albany', '12299-12200'],
    inOtherZone: [],
    count: 103,
  });
  expect(await list('north')).toEqual(['12207-12209', '12300-12399']);
  expect(await change('north', ['12206', '12209-12211'])).toMatchObject({
    added: 3,
    unchanged: 1,
    count: 106,
  });
  expect(await list('north')).toEqual(['12206-12211', '12300-12399']);
  expect(await readDraft()).toMatchObject({ zoneZipCounts: { north: 106 }, changed: ['area'] });
});

it('leaves a code in its zone, and names the zone', async () => {
  await change('north', ['12207-12209']);
  expect(await change('south', ['12205-12207', '12209', '12210'])).toEqual({
    added: 3,
    removed: 0,
    unchanged: 0,
    invalid: [],
    inOtherZone: [
      { zip: '12207', zone: 'north' },
      { zip: '12209', zone: 'north' },
    ],
    count: 3,
  });
  expect(await list('south')).toEqual(['12205-12206', '12210']);
});

it('removes codes out of a range, and all of them', async () => {
  await change('north', ['12200-12299', '00501']);
  expect(await change('north', ['12250', '13000'], 'remove')).toMatchObject({
    removed: 1,
    unchanged: 1,
    count: 100,
  });
  expect(await list('north')).toEqual(['00501', '12200-12249', '12251-12299']);
  expect(await change('north', ['00000-99999'], 'remove')).toMatchObject({ removed: 100, count: 0 });
  expect(await list('north')).toEqual([]);
});

it('says whether the draft serves a code, in which zone; removing a zone frees its codes', async () => {
  await change('south', ['12200-12299']);
  const find = async (zip: string) =>
    (await staff.send('GET', `admin/catalog/draft/service-area?zip=${zip}`)).json<object>();
  const south = { id: 'south', name: 'south', surcharge: 2500 };
  expect(await find('12207-1234')).toEqual({ served: true, zone: south });
  expect(await find('12300')).toEqual({ served: false, zone: null });
  await staff.send('PUT', 'admin/catalog/draft/area', { mode: 'everywhere', zones: [], ifMatch: '"1"' });
  expect(await find('12207')).toEqual({ served: true, zone: null });
  expect(await rows('SELECT * FROM zone_zips')).toEqual([]);
});

it('refuses an unknown zone and too many entries', async () => {
  const unknown = await staff.send('POST', 'admin/catalog/draft/zips', {
    zone: 'east',
    zips: [],
    mode: 'add',
  });
  expect([unknown.status, (await readError(unknown)).issues?.[0]?.path]).toEqual([400, 'zone']);
  const zips = Array.from({ length: 5001 }, () => '12207');
  const many = await staff.send('POST', 'admin/catalog/draft/zips', { zone: 'north', zips, mode: 'add' });
  expect([many.status, (await readError(many)).issues]).toEqual([
    400,
    [{ path: 'zips', message: 'Send at most 5000 entries at once' }],
  ]);
});

it('counts 40,000 codes that are pasted in chunks', async () => {
  // Every second code, so that nothing merges: the most rows that a list can have.
  const codes = Array.from({ length: 40_000 }, (_, n) => String(10_001 + 2 * n).padStart(5, '0'));
  let added = 0;
  for (let from = 0; from < codes.length; from += 5000) {
    const result = await change('north', codes.slice(from, from + 5000));
    added += result.added;
    expect(result.count).toBe(added);
  }
  expect(added).toBe(40_000);
  expect(await change('north', codes.slice(0, 5000))).toMatchObject({ added: 0, unchanged: 5000 });
  // The codes between them: now all are one range.
  for (let from = 0; from < codes.length; from += 5000) {
    await change(
      'north',
      codes.slice(from, from + 5000).map((code) => String(Number(code) + 1)),
    );
  }
  expect(await list('north')).toEqual(['10001-90000']);
});

it('two people who paste at the same moment both add their codes', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const paste = (zone: string, zips: string[]) =>
    updateZoneZips(ctx, staff.actor, { zone, zips, mode: 'add' });
  const [north, other, south] = await Promise.all([
    paste('north', ['12200-12209']),
    paste('north', ['12210-12219']),
    paste('south', ['12205-12224']),
  ]);
  const stored = [...(await list('north')), ...(await list('south'))];
  expect(north.added + other.added + south.added).toBe(25);
  expect(stored.join()).toMatch(/12200.*12224/);
});
