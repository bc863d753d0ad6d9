import { beforeEach, expect, it } from 'vitest';
import type { DispatchSettings } from '#contract/dispatch-settings.ts';
import type { HistoryEntry } from '#contract/history.ts';
import type { DispatchSite } from '#contract/sites.ts';
import type { Truck } from '#contract/trucks.ts';
import { DEFAULT_STOP_MINUTES } from '#domain/dispatch/stops.ts';
import { formatDay } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'dispatcher');
});
const read = async <T>(path: string) => (await dana.send('GET', `admin/${path}`)).json<T>();
const add = async <T>(path: string, body: object) =>
  (await dana.send('POST', `admin/${path}`, body as Record<string, unknown>)).json<T>();
const history = async (kind: string) =>
  (await read<HistoryEntry[]>(`dispatch-settings/history?kind=${kind}`)).map((entry) => [
    entry.action,
    entry.changedBy,
    entry.before,
    entry.after,
  ]);
const messageOf = async (reply: Response) => [reply.status, (await readError(reply)).message];

it('a truck is added, changed under the version that was read, and deleted, each with its history', async () => {
  const truck = await add<Truck>('trucks', { name: ' Truck 10 ', plate: 'AB 123', capacity: 2 });
  const facts = { name: 'Truck 10', plate: 'AB 123', capacity: 2, isInService: true, inspectionItems: [] };
  expect(truck).toEqual({ id: truck.id, ...facts, routeDays: [], version: 1 });
  await add('trucks', { name: 'Truck 2' });
  expect((await read<Truck[]>('trucks')).map(({ name }) => name)).toEqual(['Truck 2', 'Truck 10']);
  const path = `admin/trucks/${truck.id}`;
  const taken = await dana.send('PATCH', path, { name: 'truck 2' });
  expect([taken.status, (await readError(taken)).issues]).toEqual([
    409,
    [{ path: 'name', message: 'Another truck has this name.' }],
  ]);
  const changed = await dana.send('PATCH', path, { capacity: 1, plate: 'AB 123', ifMatch: '"1"' });
  expect([changed.headers.get('ETag'), await changed.json()]).toEqual([
    '"2"',
    { ...truck, capacity: 1, version: 2 },
  ]);
  const stale = await dana.send('PATCH', path, { isInService: false, ifMatch: '"1"' });
  expect([stale.status, await stale.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'dana', changed: ['capacity'] },
  ]);
  expect((await dana.send('DELETE', path, { ifMatch: '"1"' })).status).toBe(409);
  expect((await dana.send('DELETE', path, { ifMatch: '"2"' })).status).toBe(204);
  expect(await messageOf(await dana.send('DELETE', path))).toEqual([404, 'There is no such truck.']);
  expect((await add<Truck>('trucks', { name: 'Truck 10' })).id).not.toBe(truck.id);
  expect((await history('truck')).slice(1)).toEqual([
    ['deleted', 'dana', { ...facts, capacity: 1 }, null],
    ['changed', 'dana', { capacity: 2 }, { capacity: 1 }],
    ['created', 'dana', null, { ...facts, name: 'Truck 2', plate: '', capacity: 1 }],
    ['created', 'dana', null, facts],
  ]);
});

it('a truck with a route to come or a unit on it, and a site that is used, cannot be deleted', async () => {
  const { id } = await add<Truck>('trucks', { name: 'Truck 1' });
  const yard = await add<DispatchSite>('sites', { kind: 'yard', name: 'Main yard' });
  const dump = await add<DispatchSite>('sites', { kind: 'disposal', name: 'County landfill' });
  await insertRow('dumpsters', 1, { dumpster_number: 'D-7' });
  await insertRow('bookings', 1);
  const deleteTruck = async () => messageOf(await dana.send('DELETE', `admin/trucks/${id}`));
  const deleteSite = async (site: DispatchSite) =>
    messageOf(await dana.send('DELETE', `admin/sites/${site.id}`));
  const route = { driver_id: dana.id, truck_id: id };
  await insertRow('driver_routes', 1, { ...route, date: inDays(-1), start_site_id: yard.id });
  await insertRow('driver_routes', 2, { ...route, date: inDays(3), removed_at: 1, end_site_id: yard.id });
  await insertRow('driver_routes', 3, { ...route, date: inDays(2), start_site_id: yard.id });
  await insertRow('driver_route_stops', 1, {
    route_id: 3,
    booking_id: null,
    stop_type: 'disposal',
    site_id: dump.id,
  });
  expect((await read<Truck[]>('trucks'))[0]?.routeDays).toEqual([inDays(2)]);
  const day = formatDay(inDays(2));
  expect(await deleteTruck()).toEqual([
    409,
    `Truck 1 has a route on ${day}. Give that route another truck first.`,
  ]);
  expect(await deleteSite(yard)).toEqual([
    409,
    'Main yard is the only yard. Add another yard before you delete it.',
  ]);
  expect(await deleteSite(dump)).toEqual([
    409,
    `A route on ${day} uses County landfill. Change that route first.`,
  ]);
  await add('sites', { kind: 'yard', name: 'North yard' });
  expect(await deleteSite(yard)).toEqual([409, `A route on ${day} uses Main yard. Change that route first.`]);
  await insertRow('unit_locations', 1, { place: 'truck', truck_id: id, since: 1 });
  await rows("UPDATE driver_routes SET status = 'finished'");
  expect(await deleteTruck()).toEqual([409, 'Unit D-7 is on Truck 1. Correct the location first.']);
  await insertRow('unit_locations', 2, { dumpster_id: 1, place: 'yard', site_id: yard.id, since: 2 });
  expect((await dana.send('DELETE', `admin/trucks/${id}`)).status).toBe(204);
  expect(await deleteSite(yard)).toEqual([409, 'Unit D-7 is at Main yard. Correct the location first.']);
  expect((await dana.send('DELETE', `admin/sites/${dump.id}`)).status).toBe(204);
});

it('a site has hours for seven days, a place, and what it accepts', async () => {
  const open = { opens: '07:00', closes: '16:30' };
  const input = {
    kind: 'disposal',
    name: 'County landfill',
    address: '1 Pit Road, Albany, NY',
    lat: 42.65,
    lng: -73.75,
    hours: [null, open, open, open, open, open, null],
    acceptedWaste: ['Mixed debris', 'Roofing'],
  };
  const site = await add<DispatchSite>('sites', input);
  expect(site).toEqual({ id: site.id, ...input, dayHours: [], version: 1 });
  const refused = async (body: Record<string, unknown>) => {
    const reply = await dana.send('PATCH', `admin/sites/${site.id}`, body);
    return [reply.status, (await readError(reply)).issues?.map(({ path }) => path)];
  };
  expect(await refused({ lat: null })).toEqual([400, ['lat']]);
  expect(await refused({ lat: 91 })).toEqual([400, ['lat']]);
  expect(await refused({ hours: [open] })).toEqual([400, ['hours']]);
  expect(await refused({ hours: Array(7).fill(null) })).toEqual([400, ['hours']]);
  expect(await refused({ hours: Array(7).fill({ opens: '09:00', closes: '09:00' }) })).toMatchObject([
    400,
    expect.arrayContaining(['hours.0.closes']),
  ]);
  expect(await refused({ kind: 'yard' })).toEqual([400, ['kind']]);
  const yard = { kind: 'yard', name: 'Yard', acceptedWaste: ['Soil'] };
  expect((await dana.send('POST', 'admin/sites', yard)).status).toBe(400);
  const moved = await dana.send('PATCH', `admin/sites/${site.id}`, { lat: null, lng: null, hours: null });
  expect(await moved.json()).toEqual({ ...site, lat: null, lng: null, hours: null, version: 2 });
});

it('a site has hours for single days; a change replaces those from today on', async () => {
  const site = await add<DispatchSite>('sites', { kind: 'disposal', name: 'County landfill' });
  const path = `admin/sites/${site.id}`;
  const [past, today, later] = [inDays(-1), inDays(0), inDays(9)];
  await insertRow('site_day_hours', 1, { site_id: site.id, day: past });
  const early = { day: today, opens: '07:00', closes: '12:00' };
  const closed = { day: later, opens: null, closes: null };
  const set = (dayHours: object[], version: number) =>
    dana.send('PATCH', path, { dayHours, ifMatch: `"${version}"` });
  expect(await (await set([closed, early], 1)).json()).toMatchObject({
    dayHours: [early, closed],
    version: 2,
  });
  expect((await read<DispatchSite[]>('sites'))[0]?.dayHours).toEqual([early, closed]);
  expect(await (await set([early, closed], 2)).json()).toMatchObject({ version: 2 });
  const issuesOf = async (days: object[]) =>
    (await readError(await set(days, 2))).issues?.map(({ path: at }) => at);
  expect(await issuesOf([{ ...early, day: past }])).toEqual(['dayHours.0.day']);
  expect(await issuesOf([early, early])).toEqual(['dayHours']);
  expect(await issuesOf([{ ...early, closes: '07:00' }])).toEqual(['dayHours.0.closes']);
  expect(await issuesOf([{ ...early, closes: null }])).toEqual(['dayHours.0.closes']);
  expect((await set([], 1)).status).toBe(409);
  expect(await (await set([], 2)).json()).toMatchObject({ dayHours: [], version: 3 });
  expect(await rows('SELECT day FROM site_day_hours')).toEqual([{ day: past }]);
  expect((await history('site')).slice(0, 2)).toEqual([
    ['changed', 'dana', { dayHours: [early, closed] }, { dayHours: [] }],
    ['changed', 'dana', { dayHours: [] }, { dayHours: [early, closed] }],
  ]);
});

it('the settings have a value for every type of stop, and changes of some keep the others', async () => {
  const before = await read<DispatchSettings>('dispatch-settings');
  expect(before.stopMinutes).toEqual(DEFAULT_STOP_MINUTES);
  const changes = {
    stopMinutes: { delivery: 20 },
    requiredItems: { final_pickup: ['pickup_after', 'collected_unit', 'pickup_after'] },
    photoRetentionDays: 365,
  };
  const reply = await dana.send('PUT', 'admin/dispatch-settings', { ...changes, ifMatch: '"1"' });
  expect(await reply.json()).toEqual({
    ...before,
    stopMinutes: { ...before.stopMinutes, delivery: 20 },
    requiredItems: { ...before.requiredItems, final_pickup: ['collected_unit', 'pickup_after'] },
    photoRetentionDays: 365,
  });
  const put = async (body: Record<string, unknown>) => {
    const refused = await dana.send('PUT', 'admin/dispatch-settings', body);
    return [refused.status, (await readError(refused)).issues?.map(({ path }) => path)];
  };
  expect(await put({ dayEnd: '06:30' })).toEqual([400, ['dayEnd']]);
  expect(await put({ dayStart: '7:00' })).toEqual([400, ['dayStart']]);
  expect(await put({ requiredItems: { yard: ['ticket'] } })).toEqual([400, ['requiredItems.yard']]);
  expect(await put({ photoRetentionDays: 29 })).toEqual([400, ['photoRetentionDays']]);
  const stale = await dana.send('PUT', 'admin/dispatch-settings', { dayEnd: '18:00', ifMatch: '"1"' });
  expect([stale.status, await stale.json()]).toMatchObject([
    409,
    { changed: ['stopMinutes', 'requiredItems', 'photoRetentionDays'] },
  ]);
  expect(await history('dispatch_settings')).toHaveLength(1);
});

it('of two that change a truck at once, both changes are there', async () => {
  const { id } = await add<Truck>('trucks', { name: 'Truck 1' });
  await Promise.all([
    dana.send('PATCH', `admin/trucks/${id}`, { capacity: 3 }),
    dana.send('PATCH', `admin/trucks/${id}`, { plate: 'X1' }),
  ]);
  expect(await read('trucks')).toMatchObject([{ capacity: 3, plate: 'X1', version: 3 }]);
});
