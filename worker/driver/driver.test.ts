import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { bookingsNow, makeRouteDay, minutesAgo, sendActions, stopsNow } from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { call, post, readError } from '#worker/test/http.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { addUnits, addUser, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Reply = ReplyOf<typeof listDriverRoutes>;

it('shows a driver the own published routes, without prices and e-mail addresses', async () => {
  await addUnits(3);
  const [first = 0, second = 0] = await listUnitIds();
  const ben = await signIn('ben', 'driver');
  const other = await signIn('other', 'driver');
  await insertRental(1, {
    startsIn: -3,
    unit: first,
    placement: 'Left of the garage',
    notes: 'Gate code 4711',
    internal_notes: 'Pays late',
    final_price: 66_600,
  });
  const exchanged = { booking_id: 1, role: 'exchange 1', start_date: inDays(0), end_date: inDays(3) };
  await insertRow('dumpster_schedule', 9, { dumpster_id: second, ...exchanged });
  await insertRow('jobs', 1, {
    id: 5,
    booking_id: 1,
    type: 'exchange',
    due_day: inDays(0),
    time_window: 'morning',
  });
  await insertRow('sites', 1, { kind: 'disposal', name: 'County landfill', address: '1 Dump Road, Albany' });
  await insertRoute(1, {
    driverId: ben.id,
    stops: [
      { id: 11, type: 'exchange', booking_id: 1, job_id: 5, notes: 'Ring twice', estimated_arrival: 1_000 },
      { id: 12, type: 'disposal', site_id: 1, status: 'in_transit' },
      { id: 13, type: 'yard', removed_at: 7 },
    ],
  });
  // The change of today counts, not what the customer was sent for another day.
  for (const [n, day, kind] of [
    [1, 0, 'first'],
    [2, 0, 'changed'],
    [3, -1, 'first'],
  ] as const) {
    const span = { starts_at: n === 2 ? 7_000 : 1_000, ends_at: 9_000 };
    await insertRow('arrival_windows', n, { job_id: 5, day: inDays(day), kind, driver_id: ben.id, ...span });
  }
  await insertRow('driver_actions', 1, {
    driver_id: ben.id,
    stop_id: 12,
    type: 'ticket',
    payload: '{"number":"T-1","net":2400,"fee":8000}',
  });
  await insertRoute(2, { driverId: ben.id, startsIn: 1, isPublished: false, stops: [] });
  await insertRoute(3, { driverId: ben.id, startsIn: 2, stops: [] });
  await insertRoute(4, { driverId: ben.id, startsIn: -1, stops: [], removed_at: 7 });
  await insertRoute(5, { driverId: other.id, stops: [] });

  const reply = await ben.send('GET', 'driver/routes');
  const text = await reply.clone().text();
  for (const hidden of ['ada1@example.com', '66600', '32500', 'Pays late'])
    expect(text).not.toContain(hidden);
  const { driver, today, officePhone, routes } = await reply.json<Reply>();
  expect([driver, today]).toEqual([{ id: ben.id, name: 'ben' }, inDays(0)]);
  expect(routes.map(({ id }) => id)).toEqual([1]);
  expect(routes[0]).toMatchObject({ day: inDays(0), truck: { id: 1, name: 'Truck 1' }, start: null });
  expect(routes[0]?.stops).toEqual([
    {
      id: 11,
      type: 'exchange',
      status: 'pending',
      plannedArrival: expect.any(String),
      plannedMinutes: null,
      window: 'morning',
      arrivalWindow: { from: new Date(7_000).toISOString(), to: new Date(9_000).toISOString() },
      departedAt: null,
      arrivedAt: null,
      outcome: null,
      outcomeReason: null,
      changedAt: null,
      customer: { name: 'Ada Customer1', phone: { number: '5550000001', display: '(555) 000-0001' } },
      place: { name: null, address: '12 Quarry Road, Albany, NY 12207', lat: null, lng: null },
      placement: 'Left of the garage',
      notes: 'Gate code 4711',
      dispatcherNotes: 'Ring twice',
      sizeName: '15-Yard',
      unit: { id: second, number: expect.any(String) },
      collectedUnit: { id: first, number: expect.any(String) },
      requiredItems: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement'],
      missingItems: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement'],
      recorded: {
        unit: null,
        collectedUnit: null,
        refusedUnits: [],
        ticket: null,
        hasSignature: false,
        isUnitDamaged: false,
        photos: [],
      },
      officePhone,
    },
    expect.objectContaining({
      id: 12,
      arrivalWindow: null,
      status: 'in_transit',
      customer: null,
      place: { name: 'County landfill', address: '1 Dump Road, Albany', lat: 42.65, lng: -73.75 },
      unit: null,
      missingItems: ['ticket'],
      recorded: expect.objectContaining({
        ticket: { number: 'T-1', gross: null, tare: null, net: 2400, fee: 8000 },
      }),
    }),
  ]);
});

describe('a sign-in link', () => {
  const redeem = (token: string) => post('/api/driver/session', { token });
  const routesWith = async (Cookie: string) =>
    (await call('/api/driver/routes', { headers: { Cookie } })).status;
  const cookieOf = (reply: Response) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  async function world() {
    const dana = await signIn('dana', 'dispatcher');
    const ben = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
    const link = async () => {
      const reply = await dana.send('POST', 'driver/link', { userId: ben });
      const { url, expiresAt } = await reply.json<{ url: string; expiresAt: string }>();
      return { url, expiresAt, token: new URL(url).hash.replace('#token=', '') };
    };
    return { dana, ben, link };
  }

  it('is texted to the number of the account, if that is a phone number', async () => {
    const { dana, ben } = await world();
    const provider = 'https://api.twilio.com';
    await fetch(`${provider}/__control/reset`, { method: 'POST', body: '{}' });
    const send = () => dana.send('POST', 'driver/link', { userId: ben, sendText: true });
    await rows("UPDATE users SET phone = '5' WHERE id = ?", ben);
    expect((await send()).status).toBe(409);
    await rows("UPDATE users SET phone = '(518) 555-0161' WHERE id = ?", ben);
    const { url, canText } = await (await send()).json<{ url: string; canText: boolean }>();
    expect(canText).toBe(true);
    const texts = (await (await fetch(`${provider}/messages`)).json()) as { to: string; body: string }[];
    expect(texts).toMatchObject([{ to: '+15185550161', body: expect.stringContaining(url) }]);
    await fetch(`${provider}/__control/fail-next`, { method: 'POST', body: JSON.stringify({ status: 503 }) });
    expect(await readError(await send())).toMatchObject({ code: 'provider_unavailable' });
  });

  it('signs a driver in once, within ten minutes, and is in the history of the account', async () => {
    const { dana, ben, link } = await world();
    const { url, expiresAt, token } = await link();
    expect(new URL(url).pathname).toBe('/driver');
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    const [stored] = await rows<{ token_hash: string }>('SELECT token_hash FROM driver_links');
    expect(stored?.token_hash).not.toContain(token);

    const [first, second] = await Promise.all([redeem(token), redeem(token)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 401]);
    const signedIn = first.status === 200 ? first : second;
    expect(await signedIn.clone().json()).toMatchObject({ id: ben, role: 'driver' });
    expect(signedIn.headers.getSetCookie()[0]).toContain('Max-Age=2592000;');
    expect(await routesWith(cookieOf(signedIn))).toBe(200);
    expect(await (await dana.send('GET', `admin/users/${ben}/history`)).json()).toMatchObject([
      { action: 'driver_link_created', changedBy: 'dana' },
    ]);

    const late = await link();
    await rows('UPDATE driver_links SET expires_at = ? WHERE used_at IS NULL', Date.now());
    const refused = await redeem(late.token);
    expect([refused.status, (await readError(refused)).message]).toEqual([
      401,
      'This link was used before, or has ended. Ask the office for a new one.',
    ]);
  });

  it('is made for active drivers only, and not used by an account that no longer is one', async () => {
    const { dana, ben, link } = await world();
    const ask = async (userId: number) => (await dana.send('POST', 'driver/link', { userId })).status;
    expect([await ask(dana.id), await ask(999_999)]).toEqual([409, 404]);
    for (const change of ["role = 'admin'", 'is_active = 0']) {
      const { token } = await link();
      await rows(`UPDATE users SET ${change} WHERE id = ?`, ben);
      expect((await redeem(token)).status).toBe(401);
      await rows("UPDATE users SET role = 'driver', is_active = 1 WHERE id = ?", ben);
    }
    await rows('UPDATE users SET is_active = 0 WHERE id = ?', ben);
    expect(await ask(ben)).toBe(409);
  });

  it('ends with all sessions when the phone is lost', async () => {
    const { dana, ben, link } = await world();
    const cookie = cookieOf(await redeem((await link()).token));
    const { token } = await link();
    expect((await dana.send('POST', `admin/users/${ben}/phone-lost`)).status).toBe(200);
    expect([await routesWith(cookie), (await redeem(token)).status]).toEqual([401, 401]);
    expect((await dana.send('POST', `admin/users/${dana.id}/phone-lost`)).status).toBe(409);
  });
});

it('keeps the sessions of a deactivated driver for 24 hours, without access to routes', async () => {
  const root = await signIn('root', 'super_admin');
  const ben = await signIn('ben', 'driver');
  const { ctx, passMinutes } = makeTestContext();
  const token = ben.Cookie.replace('__Host-session=', '');
  expect((await root.send('PATCH', `admin/users/${ben.id}/deactivate`)).status).toBe(200);
  // The outbox row of the deactivation ends sessions a second time.
  await processPendingRows(ctx, { includeRecent: true });
  const refused = await ben.send('GET', 'driver/routes');
  expect([refused.status, (await readError(refused)).code]).toEqual([403, 'forbidden']);
  const [user] = await rows<{ deactivated_at: number }>(
    'SELECT deactivated_at FROM users WHERE id = ?',
    ben.id,
  );
  expect(await ctx.sessions.check(token)).toMatchObject({ restrictedAtMs: user?.deactivated_at });
  passMinutes(24 * 60 + 1);
  expect(await ctx.sessions.check(token)).toBeNull();

  expect((await root.send('PATCH', `admin/users/${ben.id}/reactivate`)).status).toBe(200);
  expect((await ben.send('GET', 'driver/routes')).status).toBe(401);
  expect(await rows('SELECT deactivated_at FROM users WHERE id = ?', ben.id)).toEqual([
    { deactivated_at: null },
  ]);
});

describe('an action that waits for approval', () => {
  async function waitingUnit() {
    const { ben, dana, units, numbers } = await makeRouteDay();
    const { ctx } = makeTestContext();
    const restricted = { atMs: Date.now() - 10 * 60_000, untilMs: Date.now() + 60_000 };
    await ctx.sessions.restrict(ben.id, restricted);
    const unit = {
      id: crypto.randomUUID(),
      stopId: 11,
      type: 'unit',
      deviceTime: minutesAgo(20),
      payload: { number: numbers[units[0] ?? 0] },
    };
    const arrived = { id: crypto.randomUUID(), stopId: 11, type: 'arrived', deviceTime: minutesAgo(15) };
    await sendActions(ben, [unit, arrived]);
    const decide = async (id: string, approve: boolean) =>
      (await dana.send('POST', `dispatch/waiting-actions/${id}`, { approve })).json();
    // A new session of the reactivated driver.
    const recorded = async () => {
      const Cookie = `__Host-session=${await ctx.sessions.open(ben.id, { identity: { username: 'ben', role: 'driver' }, device: 'Test' })}`;
      const { routes } = await (await call('/api/driver/routes', { headers: { Cookie } })).json<Reply>();
      const stop = routes[0]?.stops[0];
      return [stop?.recorded.unit, stop?.missingItems.includes('unit')];
    };
    return { unit, arrived, decide, recorded, number: numbers[units[0] ?? 0] };
  }

  it('and is rejected is not recorded for the driver any more', async () => {
    const { unit, decide, recorded, number } = await waitingUnit();
    expect(await recorded()).toEqual([number, false]);
    expect(await decide(unit.id, false)).toEqual({ id: unit.id, approval: 'rejected', conflict: null });
    expect(await recorded()).toEqual([null, true]);
  });

  it('and is approved after the stop was taken off says what is against it, also the second time', async () => {
    const { arrived, unit, decide } = await waitingUnit();
    expect(await decide(unit.id, true)).toEqual({ id: unit.id, approval: 'approved', conflict: null });
    await takeOffRows('id = 11');
    const conflict = "Recorded 'Arrived', but the stop had been taken off the route";
    const approved = { id: arrived.id, approval: 'approved', conflict };
    expect([await decide(arrived.id, true), await decide(arrived.id, true)]).toEqual([approved, approved]);
  });
});

it('what a deactivated driver sends waits for approval, and must be from before', async () => {
  const { ben } = await makeRouteDay();
  const { ctx } = makeTestContext();
  await ctx.sessions.restrict(ben.id, { atMs: Date.now() - 10 * 60_000, untilMs: Date.now() + 60_000 });
  const results = await sendActions(ben, [
    { stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(20) },
    { stopId: 11, type: 'arrived', deviceTime: minutesAgo(5) },
  ]);
  expect(results.map(({ result }) => result)).toEqual(['applied', 'refused']);
  expect(await rows('SELECT type, approval FROM driver_actions')).toEqual([
    { type: 'on_my_way', approval: 'waiting' },
  ]);
  expect((await bookingsNow())[0]).toMatchObject({ status: 'confirmed' });
  expect((await stopsNow())[0]).toMatchObject({ status: 'pending' });

  const dispatcher = await signIn('dan', 'dispatcher');
  const waiting = async () =>
    (await dispatcher.send('GET', 'dispatch/waiting-actions')).json<{ id: string; bookingId: number }[]>();
  const [action] = await waiting();
  expect(action).toMatchObject({ bookingId: 1, type: 'on_my_way', driver: 'ben' });
  const decide = async (approve: boolean) =>
    (await dispatcher.send('POST', `dispatch/waiting-actions/${action?.id}`, { approve })).status;
  expect(await Promise.all([decide(true), decide(true)])).toEqual([200, 200]);
  expect([await decide(false), await waiting()]).toEqual([409, []]);
  expect((await bookingsNow())[0]).toMatchObject({ status: 'in_transit' });
  expect((await stopsNow())[0]).toMatchObject({ status: 'in_transit' });
  expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'driver_on_my_way'")).toEqual([
    { count: 1 },
  ]);
});
