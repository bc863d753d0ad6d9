import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDb } from '#worker/base/db/client.ts';
import { correctJobsAndAttention } from '#worker/entry/restores/units-repo.ts';
import { bookRental, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { change } = {} as ReturnType<typeof makeChangeCalls>;

/** A rental that is on site, with a job that staff added for $200.00 and that is due in two days. */
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ change } = makeChangeCalls(dana));
  await addUnits(3);
  const [unit] = await listUnitIds();
  await bookRental(1, -2, { unit: unit ?? 0, isDelivered: true });
});

const JOB_OF = { exchange: { unitAmount: 20_000 }, dump_and_return: { unitAmount: 0 } };
type Type = keyof typeof JOB_OF;
const TYPES = Object.keys(JOB_OF) as Type[];

const add = (type: Type) => change(1, { type, day: inDays(2), ...JOB_OF[type] });
const setStatus = async (status: string) => {
  const [booking] = await rows<{ version: number }>('SELECT version FROM bookings WHERE id = 1');
  const ifMatch = `"${booking?.version}"`;
  const reply = await dana.send('PATCH', 'bookings/1/status', { ifMatch, status });
  expect([reply.status, reply.ok ? null : await reply.clone().json()]).toEqual([200, null]);
};
const statusOf = async (type: Type) => {
  const [job] = await rows<{ status: string }>('SELECT status FROM jobs WHERE type = ?', type);
  return job?.status;
};
/** The day of the job is past. */
const passDay = (type: Type) => rows('UPDATE jobs SET due_day = ? WHERE type = ?', inDays(-1), type);

describe.each(TYPES)('a job of type %s that was not made', (type) => {
  it.each(['cancelled', 'completed'])(
    'stays cancelled when its %s booking is reopened later',
    async (status) => {
      await add(type);
      await setStatus(status);
      expect(await statusOf(type)).toBe('cancelled');
      await passDay(type);
      await setStatus('confirmed');
      expect(await statusOf(type)).toBe('cancelled');
      await setStatus('completed');
      expect(await statusOf(type)).toBe('cancelled');
    },
  );

  it('is not done in a restored backup', async () => {
    await add(type);
    await setStatus('completed');
    await correctJobsAndAttention(makeDb(env.DB, 'first-primary'), { today: inDays(0), nowMs: Date.now() });
    expect(await statusOf(type)).toBe('cancelled');
    // The backup read the job before the booking was completed.
    await rows("UPDATE jobs SET status = 'open' WHERE type = ?", type);
    await correctJobsAndAttention(makeDb(env.DB, 'first-primary'), { today: inDays(0), nowMs: Date.now() });
    expect(await statusOf(type)).toBe('cancelled');
  });
});

it('an added job is open again when its booking is reopened before its day', async () => {
  await add('dump_and_return');
  await setStatus('cancelled');
  await setStatus('confirmed');
  expect(await statusOf('dump_and_return')).toBe('open');
});

it('a done job stays done when its booking is cancelled and reopened', async () => {
  await add('dump_and_return');
  await rows("UPDATE jobs SET status = 'done' WHERE type = 'dump_and_return'");
  await passDay('dump_and_return');
  await setStatus('cancelled');
  expect(await statusOf('dump_and_return')).toBe('done');
  await setStatus('confirmed');
  expect(await statusOf('dump_and_return')).toBe('done');
});

describe('after the final pickup', () => {
  const pickUp = async () => {
    const [job] = await rows<{ id: number }>("SELECT id FROM jobs WHERE type = 'final_pickup'");
    const reply = await dana.send('POST', `jobs/${job?.id}/done`);
    expect(reply.status).toBe(200);
  };
  const removeJob = async (type: Type) => {
    const [job] = await rows<{ id: number }>('SELECT id FROM jobs WHERE type = ?', type);
    return change(1, { type: 'remove_job', jobId: job?.id });
  };

  it('an exchange is removed without reserving the unit that is back', async () => {
    await add('exchange');
    await pickUp();
    await removeJob('exchange');
    expect(await statusOf('exchange')).toBe('cancelled');
    const later = (await listUnitDays(1)).filter(({ end }) => String(end) > inDays(0));
    expect(later).toEqual([]);
    expect(await rows('SELECT reason FROM attention WHERE booking_id = 1')).toEqual([]);
  });
});
