import fc from 'fast-check';
import { UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { makeRouteDay, sendActions, uploadedPhoto } from './driver-day.ts';
import { makeTestContext, rows, startOver } from './world.ts';

/** The stops of makeRouteDay() that move a unit, with their jobs. */
const STOPS = [
  { stopId: 11, jobId: 31, directions: ['brought'] },
  { stopId: 12, jobId: 32, directions: ['brought', 'collected'] },
  { stopId: 14, jobId: 33, directions: ['collected'] },
] as const;

export const typedUnitStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: fc.constantFrom(
        ...STOPS.flatMap(({ stopId, directions }) => directions.map((direction) => ({ stopId, direction }))),
      ),
      /** 6: a number that no unit has. */
      unit: fc.nat(6),
      isSure: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('done' as const), stopId: fc.constantFrom(11, 12, 14) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('mark' as const), jobId: fc.constantFrom(31, 32, 33) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'mail' as const }) },
);
export type TypedUnitStep = typeof typedUnitStep extends fc.Arbitrary<infer T> ? T : never;

/** A day of one driver who types units, and an office that marks jobs and settles conflicts. */
export async function makeTypedUnitWorld() {
  await startOver();
  const { ben, dana, units, numbers } = await makeRouteDay();
  for (const stopId of [11, 12, 14]) {
    for (const type of ['delivery_placement', 'pickup_before', 'pickup_after'])
      await uploadedPhoto(stopId, type, ben);
  }
  let seconds = 0;
  /** Half an hour of the past, one second a step. */
  const deviceTime = () => {
    seconds += 1;
    return new Date(Date.now() - 1_800_000 + seconds * 1000).toISOString();
  };
  return { ben, dana, numbers: [...units.map((id) => numbers[id] ?? ''), 'X-99'], deviceTime };
}
export type TypedUnitWorld = Awaited<ReturnType<typeof makeTypedUnitWorld>>;

/** The last unit that the driver typed for each job and direction, with its conflicts. */
export function latestTypedUnits() {
  return rows<{
    stopId: number;
    jobId: number;
    direction: string;
    number: string;
    result: string;
    receivedAt: number;
    conflicts: number;
    open: number;
  }>(`
    SELECT s.id AS stopId, s.job_id AS jobId, json_extract(a.payload, '$.direction') AS direction,
      json_extract(a.payload, '$.number') AS number, a.result, a.received_at AS receivedAt,
      (SELECT count(*) FROM driver_conflicts WHERE action_id = a.id AND kind IN (${KINDS})) AS conflicts,
      (SELECT count(*) FROM driver_conflicts WHERE action_id = a.id AND kind IN (${KINDS}) AND decided_at IS NULL) AS open
    FROM driver_actions a JOIN driver_route_stops s ON s.id = a.stop_id
    WHERE a.type = 'unit' AND NOT EXISTS (
      SELECT 1 FROM driver_actions later WHERE later.stop_id = a.stop_id AND later.type = 'unit'
        AND json_extract(later.payload, '$.direction') = json_extract(a.payload, '$.direction')
        AND later.corrected_time > a.corrected_time)`);
}
const KINDS = UNIT_CONFLICT_KINDS.map((kind) => `'${kind}'`).join();

/** What jobs recorded about other units than the driver had typed by then, while that is not settled. */
export async function unitsInPlaceOfTyped() {
  const found = await rows<{ jobId: number; place: string; number: string; createdAt: number }>(`
    SELECT l.job_id AS jobId, l.place, d.dumpster_number AS number, l.created_at AS createdAt
    FROM unit_locations l JOIN dumpsters d ON d.id = l.dumpster_id WHERE l.voided_at IS NULL AND l.job_id IS NOT NULL`);
  return (await latestTypedUnits()).flatMap((typed) => {
    const isSettled = typed.conflicts > 0 && typed.open === 0;
    if (isSettled || (typed.result === 'applied' && typed.conflicts === 0)) return [];
    return found.filter(
      ({ jobId, place, number, createdAt }) =>
        jobId === typed.jobId &&
        (place === 'booking') === (typed.direction === 'brought') &&
        createdAt > typed.receivedAt &&
        number !== typed.number,
    );
  });
}

/** Sends what is due. Returns the mails that name a unit which the driver has typed and the office has not settled. */
async function mailsOfUnsettledUnits() {
  const unsettled = (await latestTypedUnits()).filter(
    ({ result, conflicts, open }) => open > 0 || (result === 'refused' && conflicts === 0),
  );
  const world = makeTestContext();
  await rows('UPDATE outbox SET due_at = NULL WHERE done_at IS NULL');
  await processPendingRows(world.ctx, { includeRecent: true });
  const jobs = new Set(unsettled.map(({ jobId, direction }) => `${jobId} ${direction}`));
  const bookings = { 31: 1, 32: 2, 33: 3 };
  return world.mails.filter(({ subject, text }) => {
    const job = Object.entries(bookings).find(([, booking]) => subject.includes(`#${booking} `))?.[0];
    const names = (direction: string, words: RegExp) => jobs.has(`${job} ${direction}`) && words.test(text);
    return names('brought', /(Unit|Brought): #/) || names('collected', /Taken away: #/);
  });
}

/** Returns what the step did wrong; null if nothing. */
export async function takeTypedUnitStep(
  { ben, dana, numbers, deviceTime }: TypedUnitWorld,
  step: TypedUnitStep,
): Promise<unknown> {
  if (step.do === 'type') {
    const { at, unit, isSure } = step;
    const payload = { number: numbers[unit], direction: at.direction, ...(isSure && { isSure }) };
    const [answer] = await sendActions(ben, [
      { stopId: at.stopId, type: 'unit', payload, deviceTime: deviceTime() },
    ]);
    return isSure && answer?.result !== 'applied' ? answer : null;
  }
  if (step.do === 'done') {
    const refused = (await latestTypedUnits()).filter(
      ({ stopId, result }) => stopId === step.stopId && result === 'refused',
    );
    const [stop] = await rows<{ status: string }>(
      'SELECT status FROM driver_route_stops WHERE id = ?',
      step.stopId,
    );
    const isOver = stop?.status === 'delivered' || stop?.status === 'completed';
    const [answer] = await sendActions(ben, [
      { stopId: step.stopId, type: 'done', payload: {}, deviceTime: deviceTime() },
    ]);
    return refused.length > 0 && !isOver && answer?.result !== 'refused' ? { refused, answer } : null;
  }
  if (step.do === 'mark') {
    await dana.send('POST', `jobs/${step.jobId}/done`);
    return null;
  }
  if (step.do === 'settle') {
    const [conflict] = await rows<{ id: number }>('SELECT id FROM driver_conflicts WHERE decided_at IS NULL');
    if (conflict) await dana.send('POST', `dispatch/conflicts/${conflict.id}/resolve`);
    return null;
  }
  const mails = await mailsOfUnsettledUnits();
  return mails.length > 0 ? mails : null;
}
