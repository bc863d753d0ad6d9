import { beforeEach, describe, expect, it } from 'vitest';
import { startBulkAction } from '#contract/bulk-actions.ts';
import { NOTIFICATION_KINDS } from '#domain/shared/notifications.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import type { TaskMessage } from '#worker/base/task-message.ts';
import { startBulkAction as start } from '#worker/bookings/bulk/service.ts';
import { refundPayment } from '#worker/money/refunds/service.ts';
import { type OutboxHandlers, processRow } from '#worker/notify/outbox/process.ts';
import { insertRun } from '#worker/operations/backups/repo.ts';
import { emptyBackups, objectKeys } from '#worker/test/backups.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makePlanWorld, planDayOf } from '#worker/test/dispatch.ts';
import { makeRouteDay, sendActions } from '#worker/test/driver-day.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { createPaidBooking, payDepositAtStripe, readSums } from '#worker/test/payments.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { Turns } from '#worker/test/turns.ts';
import { deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { addUnits, control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

/** `effects`: what the task changes, as it must be after one delivery and after any number of them. */
type Case = { message: TaskMessage; effects: () => Promise<unknown> };

const count = async (from: string) =>
  (await rows<{ count: number }>(`SELECT count(*) AS count FROM ${from}`))[0]?.count;

/** Each type of task with work to do. A new type of message needs a case here: the compiler asks for it. */
const CASES: { [Type in TaskMessage['type']]: () => Promise<Case & { message: { type: Type } }> } = {
  'stripe-event': async () => {
    await addUnits(1);
    const event = await findStripeEvent('payment_intent.succeeded', await payDepositAtStripe());
    await rows(
      'INSERT INTO stripe_events (id, type, object_id, created, received_at) VALUES (?, ?, ?, 1, 1)',
      event.id,
      event.type,
      event.data.object.id,
    );
    return {
      message: { type: 'stripe-event', eventId: event.id },
      effects: async () => [
        await count('bookings'),
        await rows('SELECT kind, amount, status FROM transactions'),
        await rows('SELECT action FROM history ORDER BY id'),
        await rows('SELECT kind FROM outbox ORDER BY kind'),
        await rows('SELECT processed_at IS NOT NULL AS done FROM stripe_events'),
      ],
    };
  },
  outbox: async () => {
    await insertRental(1);
    await insertRow('outbox', 1, {
      user_id: null,
      booking_id: 1,
      kind: 'deposit-paid',
      dedupe_key: 'deposit-paid:1',
    });
    return {
      message: { type: 'outbox', id: 'outbox-1' },
      effects: async () => [
        await rows('SELECT attempts, done_at IS NOT NULL AS done FROM outbox'),
        await rows("SELECT action FROM history WHERE action = 'email_sent'"),
      ],
    };
  },
  operation: async () => {
    await addUnits(2);
    const staff = await signIn('dana', 'admin');
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/refunds', times: 40, drop: true, when: 'before' });
    const refund = { bookingId: id, amount: 1000, reason: '', notifyCustomer: true, version: null };
    const { operation } = await refundPayment(makeQuietContext(), staff.actor, {
      ...refund,
      key: crypto.randomUUID(),
    });
    await control('reset');
    await rows('UPDATE payment_operations SET claimed_until = NULL');
    return {
      message: { type: 'operation', id: operation.id },
      effects: async () => [
        await readSums(id),
        await rows('SELECT kind, state FROM payment_operations'),
        await rows("SELECT kind FROM outbox WHERE kind = 'refund-made'"),
      ],
    };
  },
  'bulk-action': async () => {
    const dana = await signIn('dana', 'dispatcher');
    for (const n of [1, 2, 3]) await insertRental(n);
    const body = startBulkAction.body.parse({ type: 'reminder', ids: [1, 2, 3] });
    const { id } = await start(makeQuietContext(), dana.actor, { key: null, body });
    return {
      message: { type: 'bulk-action', id },
      effects: async () => [
        await rows('SELECT kind, booking_id FROM outbox ORDER BY booking_id'),
        await rows('SELECT booking_id, state FROM bulk_action_rows ORDER BY booking_id'),
        await rows("SELECT subject_id FROM history WHERE action = 'reminder_requested' ORDER BY subject_id"),
      ],
    };
  },
  geocode: async () => {
    await insertRental(1);
    return {
      message: { type: 'geocode', bookingId: 1 },
      effects: async () => [
        await rows('SELECT address, lat, lng, source FROM geocodes'),
        await rows('SELECT booking_id, address FROM booking_places'),
      ],
    };
  },
  'driver-conflicts': async () => {
    const { ben, dana } = await makeRouteDay();
    await sendActions(ben, [
      { stopId: 13, type: 'ticket', payload: { number: 'T-9', net: 2400, fee: 8000 } },
    ]);
    expect((await dana.send('POST', 'jobs/32/done')).status).toBe(200);
    return {
      message: { type: 'driver-conflicts' },
      effects: async () => [
        await rows('SELECT booking_id FROM dump_fees'),
        await rows('SELECT kind, decided_at IS NULL AS is_open FROM driver_conflicts ORDER BY id'),
      ],
    };
  },
  drives: async () => {
    const world = await makePlanWorld();
    await world.put(await world.addRoute('lee', 1, planDayOf()), deliveryOf(1), deliveryOf(2));
    return {
      message: { type: 'drives', day: planDayOf() },
      effects: () => rows('SELECT from_point, to_point, seconds, meters FROM drives ORDER BY 1, 2'),
    };
  },
  push: async () => {
    const { ben } = await makeRouteDay();
    const id = '7d1f3c52-7c1a-4d58-9a36-0d6a52f1e001';
    const payload = { text: 'Call me', about: 'route' };
    await sendActions(ben, [{ id, stopId: 11, type: 'message', payload }]);
    // Of a session that has ended.
    const [dana] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
    await insertRow('push_subscriptions', 1, { user_id: dana?.id ?? 0 });
    return { message: { type: 'push', key: id }, effects: () => rows('SELECT id FROM push_subscriptions') };
  },
  backup: async () => {
    await emptyBackups();
    await insertRental(1);
    const { ctx } = makeTestContext();
    await insertRun(ctx.db, ctx.now());
    return {
      message: { type: 'backup' },
      effects: async () => [await rows('SELECT state FROM backup_runs'), (await objectKeys()).length],
    };
  },
};

beforeEach(async () => {
  await startOver();
  captureLog();
});

const TYPES = Object.keys(CASES) as TaskMessage['type'][];

/** Orders in which the calls of two deliveries to the database take turns. */
const ORDERS = ['01', '001', '011', '0001', '0111', '00001', '01111'];
const WITH_ROUTING = { ROUTING_API_KEY: 'test-key' };

describe.each(TYPES)('a %s message', (type) => {
  /** The effects of one delivery, in a world of its own. */
  async function deliverOnce() {
    const { message, effects } = await CASES[type]();
    const before = await effects();
    const { env } = makeEnvWithQueue(WITH_ROUTING);
    expect(await deliverTasks([message], env)).toEqual(['ack']);
    const once = await effects();
    expect(once).not.toEqual(before);
    return { message, effects, env, once };
  }

  it('that is delivered again has no further effects', async () => {
    const { message, effects, env, once } = await deliverOnce();
    expect(await deliverTasks([message, message], env)).toEqual(['ack', 'ack']);
    expect(await effects()).toEqual(once);
  });

  it.each(chooseCases(ORDERS, (order) => order === '01'))(
    'that is delivered twice at the same time has the effects of one delivery (%s)',
    async (order) => {
      const { once } = await deliverOnce();
      await startOver();
      const { message, effects } = await CASES[type]();
      const turns = new Turns([...order].map(Number));
      const envs = [0, 1].map(
        (caller) => makeEnvWithQueue({ ...WITH_ROUTING, DB: turns.database(testEnv.DB, caller) }).env,
      );
      const ends = await turns.settled(envs.map((env) => deliverTasks([message], env)));
      const outcomes = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [end.reason]));
      // The queue repeats a delivery that met the claim of the other one.
      if (outcomes.includes('retry')) await deliverTasks([message], makeEnvWithQueue(WITH_ROUTING).env);
      for (const outcome of outcomes) expect(['ack', 'retry']).toContain(outcome);
      expect(withoutIds(await effects())).toEqual(withoutIds(once));
    },
  );
});

/** Ids of rows and at Stripe differ between two worlds. */
const withoutIds = (effects: unknown) =>
  JSON.parse(JSON.stringify(effects), (key, value) => (/(^id|Id|_id)$/.test(key) ? undefined : value));

it.each(NOTIFICATION_KINDS)(
  'an outbox row of the kind %s that is delivered twice is processed once',
  async (kind) => {
    await insertRow('users', 1);
    await insertRow('bookings', 1);
    const isOfAccount = ['end-sessions', 'password-reset', 'sign-in-link', 'account-changed'].includes(kind);
    await insertRow('outbox', 1, {
      kind,
      subject: 's',
      ...(isOfAccount ? {} : { user_id: null, booking_id: 1, dedupe_key: `${kind}:1` }),
      ...(kind === 'account-changed' && { recipient: 'a@b.test', version: 1 }),
    });
    let runs = 0;
    const handle = async () => {
      runs += 1;
    };
    const handlers = new Proxy({}, { get: () => handle }) as OutboxHandlers;
    const { ctx } = makeTestContext({ pauseMs: 2 });
    await Promise.all([processRow(ctx, 'outbox-1', handlers), processRow(ctx, 'outbox-1', handlers)]);
    await processRow(ctx, 'outbox-1', handlers);
    expect([runs, await rows('SELECT attempts FROM outbox')]).toEqual([1, [{ attempts: 1 }]]);
  },
);
