import { beforeEach, expect, it } from 'vitest';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

/** Rental n of 7 days, with delivery 2n and pickup 2n + 1. */
async function rental(n: number, { startsIn, deliveryStatus }: { startsIn: number; deliveryStatus: string }) {
  const unit = (await listUnitIds())[n - 1] ?? 0;
  await insertRental(n, { startsIn, unit, status: 'confirmed' });
  const job = { booking_id: n, status: 'open' };
  const delivery = { type: 'delivery', due_day: inDays(startsIn), status: deliveryStatus };
  await insertRow('jobs', n, { ...job, id: 2 * n, ...delivery });
  await insertRow('jobs', n, { ...job, id: 2 * n + 1, type: 'final_pickup', due_day: inDays(startsIn + 6) });
}

/** Sends what is stored of these kinds, as the queue does when it is due. */
async function sentMails(kinds: string) {
  const { ctx, mails } = makeTestContext();
  await rows('UPDATE outbox SET due_at = NULL WHERE kind LIKE ?', kinds);
  await processPendingRows(ctx, { includeRecent: true });
  return mails;
}

it('a job that staff mark is e-mailed to the customer like that of a driver, once; an undo takes an unsent e-mail back', async () => {
  await addUnits(1);
  await rental(1, { startsIn: 0, deliveryStatus: 'open' });
  const dana = await signIn('dana', 'dispatcher');
  const mark = async (id: number, what: 'done' | 'undo') =>
    expect((await dana.send('POST', `jobs/${id}/${what}`)).status).toBe(200);
  const unsent = () => rows("SELECT kind, subject FROM outbox WHERE kind LIKE 'unit-%' AND done_at IS NULL");
  const sent = async () => (await sentMails('unit-%')).map(({ subject }) => subject.split(': ')[1]);
  await mark(2, 'done');
  expect(await unsent()).toEqual([{ kind: 'unit-delivered', subject: '2' }]);
  await mark(2, 'undo');
  expect(await unsent()).toEqual([]);
  await Promise.all([mark(2, 'done'), mark(2, 'done')]);
  expect(await sent()).toEqual(['your dumpster was delivered']);
  await mark(2, 'undo');
  await mark(2, 'done');
  await mark(3, 'done');
  expect(await sent()).toEqual(['your dumpster was picked up']);
});

it('a customer gets one e-mail when the agreed days are over; none once the days are extended', async () => {
  await addUnits(2);
  for (const n of [1, 2]) await rental(n, { startsIn: -9, deliveryStatus: 'done' });
  await rows("UPDATE bookings SET site_status = 'on_site'");
  const runOverdue = () => runCronTask(testEnv, 'overdue', { isForced: false });
  await runOverdue();
  await runOverdue();
  await rows('UPDATE bookings SET pickup_day = ?', inDays(-1));
  await runOverdue();
  expect(
    await rows("SELECT booking_id AS booking, subject FROM outbox WHERE kind = 'rental-late' ORDER BY 1"),
  ).toEqual([1, 2].map((booking) => ({ booking, subject: inDays(-3) })));
  await rows('UPDATE bookings SET end_date = ? WHERE id = 2', inDays(3));
  await rows("UPDATE outbox SET done_at = NULL WHERE kind = 'rental-late'");
  const mails = await sentMails('rental-late');
  expect(mails.map(({ to }) => to)).toEqual(['ada1@example.com']);
  expect(mails[0]?.text).toContain('our office checks which days are charged.');
  expect(mails[0]?.text).not.toContain('not charged');
});
