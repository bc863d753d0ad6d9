import { beforeEach, expect, it } from 'vitest';
import { RESTORE_MARKER, RESTORE_STEP_NAMES } from '#domain/shared/restores.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { refundPayment } from '#worker/money/refunds/service.ts';
import { hashAddress, REMOVALS_PREFIX } from '#worker/operations/removals/statements.ts';
import { insertRow } from '#worker/test/builders.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog, debugEnv, post } from '#worker/test/http.ts';
import { createPaidBooking, payDepositAtStripe, readSums, refundInStripe } from '#worker/test/payments.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  stripeState,
  testEnv,
} from '#worker/test/world.ts';
import { NUMBERS_KEY } from './numbers.ts';
import { STEPS } from './steps.ts';
import { finishRestores } from './tasks.ts';

const MINUTE_MS = 60_000;

beforeEach(async () => {
  await startOver();
  await addUnits(5);
  await testEnv.BACKUPS.delete(NUMBERS_KEY);
});

/** Tells the Worker that the database is as it was some minutes ago. */
async function insertRestore({ minutesAgo = 10 } = {}) {
  const nowMs = Date.now();
  await rows(
    "INSERT INTO restores (source, restored_at_ms, restored_to_ms) VALUES ('time_travel', ?, ?)",
    nowMs,
    nowMs - minutesAgo * MINUTE_MS,
  );
}

/** The queue of the tests would send the e-mails first. */
const finish = () => finishRestores(makeQuietContext());
const steps = () =>
  rows<{ step: string; done: number }>(
    'SELECT step, done_at_ms IS NOT NULL AS done FROM restore_steps ORDER BY rowid',
  );
const sequences = () =>
  rows<{ name: string; seq: number }>(
    "SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE 'd1%' ORDER BY name",
  );
const outboxOf = (kind: string) =>
  rows<{ held: number }>('SELECT held_at IS NOT NULL AS held FROM outbox WHERE kind = ?', kind);

it('has work for each step, in the same order', () => {
  expect(Object.keys(STEPS)).toEqual(RESTORE_STEP_NAMES);
});

it('does every step once, and a second run changes nothing', async () => {
  captureLog();
  await insertRow('backup_runs', 1, { state: 'running', finished_at: null });
  await insertRestore();
  const before = await sequences();
  expect(await finish()).toEqual({ done: RESTORE_STEP_NAMES.length, open: 0 });
  expect(await steps()).toEqual(RESTORE_STEP_NAMES.map((step) => ({ step, done: 1 })));
  // A backup that ran at the restored time would mix rows of two times.
  expect(await rows('SELECT state FROM backup_runs')).toEqual([{ state: 'failed' }]);
  const after = await sequences();
  for (const { name, seq } of before) expect(after, name).toContainEqual({ name, seq: seq + 10_000 });
  expect(await finish()).toEqual({ done: 0, open: 0 });
  expect(await sequences()).toEqual(after);
});

it('a step that fails is repeated, and the steps after it wait', async () => {
  const log = captureLog();
  await insertRestore();
  await control('fail-next', { path: '/v1/events', status: 500, when: 'before', times: 3 });
  const { open } = await runCronTask(debugEnv, 'after-restore', { isForced: true });
  const left = RESTORE_STEP_NAMES.length - RESTORE_STEP_NAMES.indexOf('replay-events');
  expect(open).toBe(left);
  expect(log.lines('restore_step_failed')).toMatchObject([{ level: 'error', step: 'replay-events' }]);
  const raised = await sequences();
  expect(await finish()).toEqual({ done: left, open: 0 });
  expect(await sequences()).toEqual(raised);
});

it('two runs at the same time do each step once, and a crashed run is taken over', async () => {
  captureLog();
  await insertRestore();
  const total = RESTORE_STEP_NAMES.length;
  const lease = (untilMs: number) => rows('UPDATE restores SET lease_until_ms = ?', untilMs);
  await lease(Date.now() + MINUTE_MS);
  expect(await finish()).toEqual({ done: 0, open: total });
  await lease(Date.now() - 1);
  const runs = await Promise.all([finish(), finish()]);
  expect(runs.toSorted((a, b) => a.done - b.done)).toEqual([
    { done: 0, open: total },
    { done: total, open: 0 },
  ]);
});

it('a run that lost its lease does no further step', async () => {
  captureLog();
  await insertRestore();
  const { ctx } = makeTestContext();
  const sessions = {
    ...ctx.sessions,
    endAll: async () => {
      await rows('UPDATE restores SET lease_until_ms = lease_until_ms + 1000');
    },
  };
  await finishRestores({ ...ctx, sessions });
  expect(await steps()).toHaveLength(2);
});

it('does nothing while a restore from backup loads rows', async () => {
  await insertRestore();
  await rows(`CREATE TABLE ${RESTORE_MARKER} (started_at INTEGER)`);
  const result = await finish();
  await rows(`DROP TABLE ${RESTORE_MARKER}`);
  expect(result).toEqual({ done: 0, open: 0 });
  expect(await steps()).toEqual([]);
});

it('no session outlives a restore, not even that of an account that the restore lost', async () => {
  captureLog();
  const dana = await signIn('dana', 'admin');
  const lost = await signIn('lost', 'admin');
  await rows('DELETE FROM users WHERE id = ?', lost.id);
  await rows("UPDATE sqlite_sequence SET seq = ? WHERE name = 'users'", dana.id);
  await insertRestore();
  await finish();
  expect((await dana.send('GET', 'bookings')).status).toBe(401);
  expect((await lost.send('GET', 'bookings')).status).toBe(401);
});

it('holds waiting e-mails and the reminders of the day, but not sessions to end', async () => {
  captureLog();
  await insertRental(1, { startsIn: 1, status: 'confirmed' });
  await insertRow('users', 1);
  await insertRow('outbox', 1);
  await insertRow('outbox', 2, {
    user_id: null,
    booking_id: 1,
    kind: 'deposit-paid',
    dedupe_key: 'deposit-paid:1',
  });
  await insertRestore();
  await finish();
  expect(await outboxOf('deposit-paid')).toEqual([{ held: 1 }]);
  expect(await outboxOf('delivery-reminder')).toEqual([{ held: 1 }]);
  expect(await outboxOf('end-sessions')).toEqual([{ held: 0 }]);
  const { ctx, mails } = makeTestContext();
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toEqual([]);
  expect((await runCronTask(debugEnv, 'reminders', { isForced: true }))['delivery-reminder']).toBe(0);
});

it('ends unpaid checkouts at Stripe, and books those that were paid', async () => {
  captureLog();
  const paidIntent = await payDepositAtStripe();
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  await insertRestore();
  await finish();
  expect(await rows('SELECT stripe_payment_intent_id AS intent FROM bookings')).toEqual([
    { intent: paidIntent },
  ]);
  const { payment_intents } = await stripeState();
  const unpaid = payment_intents.find(({ id }) => id === intentIdOf(clientSecret));
  expect(unpaid?.status).toBe('canceled');
  expect(await rows("SELECT 1 FROM checkouts WHERE state = 'open'")).toEqual([]);
});

it('removes the personal data again that was removed after the restored time', async () => {
  captureLog();
  await insertRental(1, { email: 'gone@example.com', created_at: 1 });
  const removal = { id: 'r1', emailHash: await hashAddress('gone@example.com'), removedAtMs: Date.now() };
  await testEnv.BACKUPS.put(`${REMOVALS_PREFIX}r1.json`, JSON.stringify(removal));
  await insertRestore();
  await finish();
  await testEnv.BACKUPS.delete(`${REMOVALS_PREFIX}r1.json`);
  expect(await rows('SELECT email FROM bookings')).toEqual([{ email: null }]);
});

it('a balance that is paid for a booking that the restore lost is flagged, and the business gets one e-mail', async () => {
  captureLog();
  const dana = await signIn('dana', 'admin');
  const { id, depositIntent } = await createPaidBooking();
  const { url } = await (await dana.send('POST', `bookings/${id}/pay-link`)).json<{ url: string }>();
  const payToken = url.split('/pay/')[1] ?? '';
  const reply = await post('/api/create-payment-intent', { bookingId: id, payToken });
  const { clientSecret } = await reply.json<{ clientSecret: string }>();
  // The database is as it was before the booking; the customer's page is still open.
  await startOver();
  await addUnits(1);
  await insertRestore();
  await pay(clientSecret);
  expect(await finish()).toEqual({ done: RESTORE_STEP_NAMES.length, open: 0 });

  const balanceIntent = intentIdOf(clientSecret);
  const issues = await rows<{ id: string }>(
    `SELECT object_id AS id, difference, stripe_amount AS amount FROM reconciliation_issues
     WHERE settled_at IS NULL AND object_id IN (?, ?) ORDER BY stripe_amount`,
    depositIntent,
    balanceIntent,
  );
  expect(issues).toEqual([
    { id: balanceIntent, difference: 'missing_here', amount: 17_500 },
    { id: depositIntent, difference: 'missing_here', amount: 42_500 },
  ]);
  expect(await rows('SELECT 1 FROM stripe_events WHERE processed_at IS NULL')).toEqual([]);

  const { ctx, mails } = makeTestContext();
  await processPendingRows(ctx, { includeRecent: true });
  await processPendingRows(ctx, { includeRecent: true });
  const own = mails.filter(({ text }) => text.includes(balanceIntent));
  expect(own).toMatchObject([
    { to: 'office@dumpsters.example.com', subject: 'A payment of $175.00 has no booking' },
  ]);
  expect(own[0]?.text).toContain(`booking #${id}`);

  // A full refund in Stripe's Dashboard ends the matter.
  const refundId = await refundInStripe(balanceIntent, 17_500);
  await runCronTask(debugEnv, 'reconcile', { isForced: true });
  const openIssues = await rows(
    'SELECT object_id FROM reconciliation_issues WHERE settled_at IS NULL AND object_id IN (?, ?)',
    balanceIntent,
    refundId,
  );
  expect(openIssues).toEqual([]);

  const { id: next } = await createPaidBooking();
  expect(next).toBeGreaterThan(id + 10_000);
  expect((await call('/api/health')).status).toBe(200);
});

it('a second restore to the same instant does not use the numbers of the first again', async () => {
  captureLog();
  await createPaidBooking();
  const atInstant = await sequences();
  await insertRestore();
  await finish();
  const { id: afterFirst } = await createPaidBooking();
  for (const { name, seq } of atInstant) {
    await rows('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', seq, name);
  }
  await rows('DELETE FROM restore_steps');
  await rows('DELETE FROM restores');
  await insertRestore();
  await finish();
  const { id: afterSecond } = await createPaidBooking();
  expect(afterSecond).toBe(afterFirst + 10_000);
});

it('ends an open refund that Stripe has not made, and stores one that it has made', async () => {
  captureLog();
  const { actor } = await signIn('dana', 'admin');
  const refund = (bookingId = 0, amount = 0) =>
    refundPayment(makeQuietContext(), actor, {
      bookingId,
      amount,
      reason: '',
      notifyCustomer: false,
      key: crypto.randomUUID(),
      version: null,
    });
  const bookings = [await createPaidBooking(), await createPaidBooking()];
  const fail = (rule: object) => control('fail-next', { path: '/v1/refunds', times: 40, ...rule });
  await fail({ status: 500, when: 'before' });
  await refund(bookings[0]?.id, 10_000);
  await control('reset');
  await fail({ drop: true, when: 'after' });
  await refund(bookings[1]?.id, 5000);
  await control('reset');
  expect(await rows("SELECT 1 FROM refund_parts WHERE state = 'open'")).toHaveLength(2);
  await insertRestore();
  expect(await finish()).toEqual({ done: RESTORE_STEP_NAMES.length, open: 0 });
  expect(await rows('SELECT state FROM payment_operations ORDER BY id')).toEqual([
    { state: 'failed' },
    { state: 'succeeded' },
  ]);
  for (const [index, refunded] of [0, 5000].entries()) {
    const sums = await readSums(bookings[index]?.id ?? 0);
    expect([sums.ledger.refunded, sums.stripe.refunded]).toEqual([refunded, refunded]);
  }
  const id = bookings[0]?.id;
  const stopped = await rows("SELECT subject_id AS id FROM history WHERE action = 'refund_stopped'");
  expect(stopped).toEqual([{ id }]);
  const [{ result } = { result: '' }] = await rows<{ result: string }>(
    "SELECT result FROM restore_steps WHERE step = 'settle-payments'",
  );
  expect(JSON.parse(result)).toMatchObject({ stoppedRefundsOf: `#${id}` });
});
