import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import {
  type Driver,
  makeRouteDay,
  minutesAgo,
  sendActions,
  sendForResults,
  uploadedPhoto,
  wholeDayActions,
} from '#worker/test/driver-day.ts';
import { cancelRow } from '#worker/test/transitions.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

/** Sends what is due, as the queue and the cron do. */
async function sentMails(world = makeTestContext()) {
  await processPendingRows(world.ctx, { includeRecent: true });
  return world.mails;
}

const stored = () =>
  rows<{ kind: string; subject: string }>(
    "SELECT kind, subject FROM outbox WHERE kind IN ('driver-on-the-way', 'unit-delivered', 'unit-exchanged') ORDER BY kind",
  );
/** Also at night, and when the queue was faster than the test. */
const dueNow = () => rows('UPDATE outbox SET due_at = NULL, done_at = NULL');

async function storedPhoto(stopId: number, driver: Driver) {
  await uploadedPhoto(stopId, 'delivery_placement', driver);
  await env.PHOTOS.put('photos/one', new Uint8Array([255, 216, 255, 1, 2]));
  await rows(
    "UPDATE delivery_photos SET key = 'photos/one', media_type = 'image/jpeg', size_bytes = 5 WHERE stop_id = ?",
    stopId,
  );
}

describe('on the way', () => {
  it('is e-mailed once, with the arrival as the board computes it', async () => {
    const { ben } = await makeRouteDay();
    const action = { id: crypto.randomUUID(), stopId: 11, type: 'on_my_way' };
    await sendActions(ben, [action]);
    await sendActions(ben, [action, { stopId: 11, type: 'on_my_way' }]);
    expect(await stored()).toEqual([{ kind: 'driver-on-the-way', subject: '11' }]);
    await dueNow();
    const mails = await sentMails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada1@example.com', expect.stringMatching(/our driver is on the way, about \d+:\d[05] [AP]M$/)],
    ]);
    expect(mails[0]?.text).toContain('Our driver is on the way to deliver your dumpster');
    expect(await sentMails()).toEqual([]);
  });

  it('is not e-mailed when it is past: a late report, an arrival, a cancellation', async () => {
    const { ben } = await makeRouteDay();
    await sendActions(ben, [{ stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(60) }]);
    expect(await stored()).toEqual([]);
    await sendActions(ben, [
      { stopId: 12, type: 'on_my_way' },
      { stopId: 12, type: 'arrived' },
      { stopId: 14, type: 'on_my_way' },
    ]);
    await cancelRow(3);
    expect(await stored()).toHaveLength(2);
    await dueNow();
    expect(await sentMails()).toEqual([]);
  });
});

describe('a unit that is placed', () => {
  it('is e-mailed with the photo and the last day, also two days later', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    await storedPhoto(11, ben);
    const at = { deviceTime: minutesAgo(2 * 24 * 60) };
    const unit = { number: numbers[units[0] ?? 0] };
    const done = [
      { id: crypto.randomUUID(), stopId: 11, type: 'unit', payload: unit, ...at },
      { id: crypto.randomUUID(), stopId: 11, type: 'done', payload: {}, ...at },
    ];
    expect(await sendForResults(ben, done)).toEqual(['applied', 'applied']);
    expect(await sendForResults(ben, done)).toEqual(['already_applied', 'already_applied']);
    await dueNow();
    const [mail, ...others] = await sentMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/your dumpster was delivered$/);
    expect(mail?.text).toContain('The last day of your rental is ');
    expect(mail?.text).toContain(`Unit: #${unit.number}`);
    expect(mail?.html).toContain('src="cid:placement"');
    expect(mail?.images).toEqual([
      {
        filename: 'placement.jpg',
        type: 'image/jpeg',
        contentId: 'placement',
        bytes: new Uint8Array([255, 216, 255, 1, 2]),
      },
    ]);
  });

  it('is e-mailed once for each job of a day that is sent twice; an exchange names both units', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    const actions = await wholeDayActions(ben, units, numbers);
    await sendActions(ben, actions);
    await Promise.all([sendActions(ben, actions), sendActions(ben, actions.toReversed())]);
    expect(await stored()).toEqual([
      { kind: 'unit-delivered', subject: '31' },
      { kind: 'unit-exchanged', subject: '32' },
    ]);
    await dueNow();
    const exchanged = (await sentMails()).find(({ subject }) => subject.endsWith('was exchanged'));
    expect(exchanged?.text).toContain(`Taken away: #${numbers[units[1] ?? 0]}`);
    expect(exchanged?.text).toContain(`Brought: #${numbers[units[2] ?? 0]}`);
    expect(exchanged?.images).toBeUndefined();
  });

  it('is not e-mailed for a cancelled booking, nor when the job is open again', async () => {
    const { ben, dana, units, numbers } = await makeRouteDay();
    const actions = await wholeDayActions(ben, units, numbers);
    await sendActions(ben, actions.slice(0, 7));
    await cancelRow(2);
    expect((await dana.send('POST', 'jobs/31/undo')).status).toBe(200);
    await dueNow();
    expect(await sentMails()).toEqual([]);
  });

  it('that staff marked first is e-mailed once, with the photo that the phone sent by then', async () => {
    const { ben, dana } = await makeRouteDay();
    expect((await dana.send('POST', 'jobs/31/done')).status).toBe(200);
    expect(await stored()).toEqual([{ kind: 'unit-delivered', subject: '31' }]);
    await storedPhoto(11, ben);
    await sendActions(ben, [{ stopId: 11, type: 'done', payload: {} }]);
    await dueNow();
    expect((await sentMails()).map(({ images }) => images?.length)).toEqual([1]);
  });
});
