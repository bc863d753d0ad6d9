import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import type { KeptWindows } from '#contract/kept-windows.ts';
import { formatTime, instantOn } from '#domain/shared/days.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld } from '#worker/test/dispatch.ts';
import { cancelRow } from '#worker/test/transitions.ts';
import { inDays, makeTestContext as makeWorld, rows } from '#worker/test/world.ts';
import { sendArrivalWindows } from './arrival-windows.ts';

/** Without the queue, which would be faster than the test. */
function makeTestContext(options: Parameters<typeof makeWorld>[0] = {}) {
  const made = makeWorld(options);
  return { ...made, ctx: { ...made.ctx, send: async () => {} } };
}

const FORCED = { isForced: true };
const TEXT_PROVIDER = 'https://api.twilio.com';
const ZONE = 'America/New_York';
let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

/** A published route of tomorrow with the deliveries of bookings 1 and 2. */
async function publishedRoute() {
  const route = await world.addRoute('lee', 1, inDays(1));
  const { route: planned } = await world.put(route, deliveryOf(1), deliveryOf(2));
  return world.publish(planned);
}

async function sentMails(clock: Partial<ReturnType<typeof clockAt>> = {}) {
  await rows('UPDATE outbox SET due_at = NULL');
  const { ctx, mails } = makeTestContext();
  await processPendingRows({ ...ctx, ...clock }, { includeRecent: true });
  return mails.filter(({ subject }) => !subject.includes('New booking'));
}

const clockAt = (time: string, day: string) => ({ now: () => instantOn(day, time, ZONE), today: () => day });
const runAt = (time: string, day = inDays(1)) =>
  sendArrivalWindows({ ...makeTestContext().ctx, ...clockAt(time, day) }, { isForced: false });

const windows = () =>
  rows<{ job: number; kind: string; from: number; to: number }>(
    'SELECT job_id AS job, kind, starts_at AS "from", ends_at AS "to" FROM arrival_windows ORDER BY id',
  );

describe('the evening before', () => {
  it('each customer of a published route is given the window around the arrival on the board, once', async () => {
    const route = await world.addRoute('lee', 1, inDays(1));
    const { route: planned } = await world.put(route, deliveryOf(1), deliveryOf(2));
    const { ctx } = makeTestContext();
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 0 });
    const { stops } = await world.publish(planned);
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 2, changed: 0 });
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 0 });
    const given = await windows();
    const arrivals = stops.map(({ arrival }) => Date.parse(arrival));
    expect(given.map(({ job }) => job)).toEqual([deliveryOf(1), deliveryOf(2)]);
    for (const [index, { from, to }] of given.entries()) {
      expect(arrivals[index]).toBeGreaterThan(from);
      expect(arrivals[index]).toBeLessThan(to);
    }
    const mails = await sentMails();
    const times = given.map(({ from, to }) => `${formatTime(from, ZONE)} and ${formatTime(to, ZONE)}`);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada1@example.com', expect.stringContaining(times[0] ?? '-')],
      ['ada2@example.com', expect.stringContaining(times[1] ?? '-')],
    ]);
    expect(mails[0]?.text).toContain('Our driver comes tomorrow');
  });

  it.each([
    ['17:59', 0],
    ['18:00', 2],
    ['19:59', 2],
    ['20:00', 0],
  ])('at %s the cron sends %i windows', async (time, first) => {
    await publishedRoute();
    expect(await runAt(time, inDays(0))).toEqual({ first, changed: 0 });
    expect(await windows()).toHaveLength(first);
  });

  it.each([
    ['with', ['arrival-window', 'text-window']],
    ['without', ['arrival-window']],
  ])('%s the keys of the provider of texts a customer who agreed gets %j', async (keys, kinds) => {
    await publishedRoute();
    await rows("UPDATE bookings SET phone = '(518) 555-0101', version = version + 1 WHERE id = 1");
    await rows(
      `INSERT INTO text_consents (booking_id, phone, is_given, source, wording, ip, created_at)
       VALUES (1, '+15185550101', 1, 'form', 'Text me', '203.0.113.7', 1)`,
    );
    const { ctx } = makeTestContext();
    await sendArrivalWindows(keys === 'with' ? ctx : { ...ctx, texts: null }, FORCED);
    expect(
      (
        await rows<{ kind: string }>(
          "SELECT kind FROM outbox WHERE booking_id = 1 AND kind LIKE '%-window' ORDER BY kind",
        )
      ).map(({ kind }) => kind),
    ).toEqual(kinds);
  });

  it('two runs at once give one window', async () => {
    await publishedRoute();
    const runs = [makeTestContext({ pauseMs: 5 }), makeTestContext({ pauseMs: 5 })];
    await Promise.all(runs.map(({ ctx }) => sendArrivalWindows(ctx, FORCED)));
    expect(await windows()).toHaveLength(2);
    expect(await sentMails()).toHaveLength(2);
  });

  it('a customer without an address or with a cancelled booking is given none', async () => {
    await publishedRoute();
    await rows('UPDATE bookings SET email = NULL WHERE id = 1');
    await cancelRow(2);
    expect(await sendArrivalWindows(makeTestContext().ctx, FORCED)).toEqual({ first: 0, changed: 0 });
    expect(await windows()).toEqual([]);
  });

  it('a visit that leaves its route before the e-mail is sent is not announced', async () => {
    const published = await publishedRoute();
    await sendArrivalWindows(makeTestContext().ctx, FORCED);
    await world.put(published, deliveryOf(1));
    expect((await sentMails()).map(({ to }) => to)).toEqual(['ada1@example.com']);
  });
});

describe('a route that is published after the evening before', () => {
  /** Of tomorrow, which is the day of the runs: the drivers are expected at 1 PM and 4 PM. */
  async function afternoonRoute() {
    await rows("UPDATE jobs SET time_window = '13:00-15:00' WHERE id = ?", deliveryOf(1));
    await rows("UPDATE jobs SET time_window = '16:00-18:00' WHERE id = ?", deliveryOf(2));
    return publishedRoute();
  }

  it('gives its customers their windows from 8 AM of its day, once', async () => {
    await afternoonRoute();
    const counts: number[] = [];
    for (const time of ['00:15', '07:45', '08:00', '08:15']) counts.push((await runAt(time)).first);
    expect(counts).toEqual([0, 0, 2, 0]);
    expect((await windows()).map(({ job, from }) => [job, formatTime(from, ZONE)])).toEqual([
      [deliveryOf(1), formatTime(instantOn(inDays(1), '13:00', ZONE), ZONE)],
      [deliveryOf(2), formatTime(instantOn(inDays(1), '16:00', ZONE), ZONE)],
    ]);
    const mails = await sentMails(clockAt('08:15', inDays(1)));
    expect(mails.map(({ to }) => to)).toEqual(['ada1@example.com', 'ada2@example.com']);
    expect(mails[0]?.text).toContain('Our driver comes today');
  });

  it('gives none to a customer whose driver arrives within half an hour', async () => {
    await afternoonRoute();
    expect(await runAt('12:45')).toEqual({ first: 1, changed: 0 });
    expect((await windows()).map(({ job }) => job)).toEqual([deliveryOf(2)]);
  });

  it('gives them when the dispatcher has left the route alone for ten minutes', async () => {
    await afternoonRoute();
    await rows('UPDATE driver_route_stops SET changed_at = ?', instantOn(inDays(1), '09:55', ZONE));
    expect(await runAt('10:00')).toEqual({ first: 0, changed: 0 });
    expect(await runAt('10:15')).toEqual({ first: 2, changed: 0 });
  });

  it('gives none in its day to those who got one in the evening', async () => {
    await afternoonRoute();
    expect(await runAt('19:45', inDays(0))).toEqual({ first: 2, changed: 0 });
    expect(await runAt('08:00')).toEqual({ first: 0, changed: 0 });
    expect(await windows()).toHaveLength(2);
  });
});

describe('a window that changes', () => {
  /** The window of job 1 no longer contains the arrival. */
  const shift = (hours: number) =>
    rows(
      'UPDATE arrival_windows SET starts_at = starts_at + ?, ends_at = ends_at + ? WHERE job_id = ?',
      hours * 3_600_000,
      hours * 3_600_000,
      deliveryOf(1),
    );

  it('is the same on the board, on the booking, in the e-mail and in the text', async () => {
    await publishedRoute();
    await rows("UPDATE bookings SET phone = '(518) 555-0101', version = version + 1 WHERE id = 1");
    await rows(
      `INSERT INTO text_consents (booking_id, phone, is_given, source, wording, ip, created_at)
       VALUES (1, '+15185550101', 1, 'form', 'Text me', '203.0.113.7', 1)`,
    );
    // Texts go from 8 AM to 8 PM.
    const clock = clockAt('10:00', inDays(0));
    const ctx = { ...makeTestContext().ctx, ...clock };
    const expectSameWindow = async (isChanged: boolean) => {
      await fetch(`${TEXT_PROVIDER}/__control/reset`, { method: 'POST' });
      const mails = await sentMails(clock);
      const texts = (await (await fetch(`${TEXT_PROVIDER}/messages`)).json()) as { body: string }[];
      const { routes } = await world.board(inDays(1));
      const shown = routes[0]?.stops.find(({ job }) => job?.id === deliveryOf(1))?.job?.arrivalWindow;
      const jobs = await (await world.dana.send('GET', 'jobs?bookingId=1')).json<Job[]>();
      expect(shown).toEqual(jobs.find(({ id }) => id === deliveryOf(1))?.arrivalWindow);
      expect(shown).toMatchObject({ day: inDays(1), isChanged });
      const timeOf = (instant = '') => formatTime(Date.parse(instant), ZONE);
      const between = `between ${timeOf(shown?.from)} and ${timeOf(shown?.to)}`;
      expect(mails.find(({ to }) => to === 'ada1@example.com')?.subject).toContain(between);
      expect(texts).toMatchObject([{ body: expect.stringContaining(between) }]);
    };
    await sendArrivalWindows(ctx, FORCED);
    await expectSameWindow(false);
    await shift(4);
    await sendArrivalWindows(ctx, FORCED);
    await expectSameWindow(true);
  });

  it('is announced once, and not while it still contains the arrival', async () => {
    await publishedRoute();
    const { ctx } = makeTestContext();
    await sendArrivalWindows(ctx, FORCED);
    await sentMails();
    await shift(4);
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 1 });
    const [mail, ...others] = await sentMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('new time for your delivery');
    expect(mail?.text).toMatch(/now arrives tomorrow, .* between .*, not between /);
    await shift(8);
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 0 });
    expect((await windows()).map(({ kind }) => kind)).toEqual(['first', 'first', 'changed']);
  });

  it('waits until the dispatcher has left the route alone for ten minutes', async () => {
    const published = await publishedRoute();
    const { ctx } = makeTestContext();
    await sendArrivalWindows(ctx, FORCED);
    await world.put(published, deliveryOf(2), deliveryOf(1));
    await shift(4);
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 0 });
    await rows('UPDATE driver_route_stops SET changed_at = changed_at - 660000');
    expect(await sendArrivalWindows(ctx, FORCED)).toEqual({ first: 0, changed: 1 });
  });
});

it('how often windows were kept is counted by week, driver and type, failures included', async () => {
  const { dana, addRoute } = world;
  const route = await addRoute('lee', 1, inDays(-1));
  const at = (time: string) => instantOn(inDays(-1), time, ZONE);
  const [user] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'lee'");
  const jobs = [
    deliveryOf(1),
    deliveryOf(2),
    deliveryOf(3),
    deliveryOf(4),
    deliveryOf(4) + 1,
    deliveryOf(1) + 1,
  ];
  await rows('UPDATE jobs SET due_day = ?', inDays(-1));
  for (const [index, job_id] of jobs.entries()) {
    const window = { job_id, day: inDays(-1), driver_id: user?.id ?? 0 };
    await insertRow('arrival_windows', index + 1, {
      ...window,
      id: index + 1,
      starts_at: at('09:00'),
      ends_at: at('11:00'),
    });
  }
  await insertRow('arrival_windows', 9, {
    job_id: deliveryOf(2),
    day: inDays(-1),
    driver_id: user?.id ?? 0,
    kind: 'changed',
    starts_at: at('12:00'),
    ends_at: at('14:00'),
  });
  const visits = [
    ['delivered', at('11:00')],
    ['delivered', at('11:30')],
    ['delivered', at('11:01')],
    ['attempted', at('10:00')],
    ['completed', null],
  ] as const;
  for (const [index, [status, actual_arrival]] of visits.entries()) {
    await insertRow('driver_route_stops', 100 + index, {
      route_id: route.id,
      job_id: jobs[index] ?? 0,
      booking_id: null,
      status,
      actual_arrival,
      stop_type: 'delivery',
    });
  }
  const reply = await dana.send('GET', `dispatch/windows-kept?from=${inDays(-7)}&to=${inDays(0)}`);
  expect(reply.status).toBe(200);
  const found = await reply.json<KeptWindows>();
  const counts = { kept: 1, early: 1, late: 1, attempted: 1, missed: 1, notRecorded: 1 };
  expect(found.total).toEqual({ sent: 6, ...counts, changed: 1 });
  expect(found.byWeek.map(({ sent }) => sent)).toEqual([6]);
  expect(found.byDriver).toMatchObject([{ driverId: user?.id, sent: 6 }]);
  expect(found.byType.map(({ type, sent }) => [type, sent]).toSorted()).toEqual([
    ['delivery', 4],
    ['final_pickup', 2],
  ]);
  const reversed = `dispatch/windows-kept?from=${inDays(1)}&to=${inDays(0)}`;
  expect((await dana.send('GET', reversed)).status).toBe(400);
});
