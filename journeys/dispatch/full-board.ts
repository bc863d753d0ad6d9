import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';

const JOB: Omit<BoardJob, 'id' | 'bookingId' | 'dueDay'> = {
  ...{ type: 'delivery', timeWindow: 'any', status: 'planned', doneAt: null, doneBy: null, version: 1 },
  ...{ firstName: 'Margaret', lastName: 'Featherstone', company: null, phone: '+15185550142' },
  ...{ phoneDisplay: '(518) 555-0142', secondPhoneDisplay: null, address: '118 Chestnut Street' },
  ...{ city: 'Albany', state: 'NY', zip: '12207', placement: null, notes: null, sizeName: '15-Yard' },
  ...{ unit: { id: 3, number: '15-03' }, collectedUnit: null, bookingStatus: 'confirmed' },
  ...{ endDate: '2099-12-31', isOverdue: false, arrivalWindow: null, dumpsterType: '15-yard', zone: null },
  ...{ unitRole: 'first', collectedRole: null, unitPlace: 'yard', isUnitAway: false, proposedUnit: null },
  ...{ mapPoint: { lat: 42.6, lng: -73.7, precision: 'zip' }, leftOn: null },
};

/** A board with twelve routes of twelve stops each: half of them are published, and their customers know the window. */
export function fullBoard(day: string): Board {
  const at = (time: string) => `${day}T${time}:00.000Z`;
  const job = (id: number): BoardJob => ({ ...JOB, id, bookingId: id, dueDay: day });
  const window = { day, from: at('13:00'), to: at('15:00'), isChanged: false };
  const stop = (id: number): BoardStop => ({
    ...{ id, type: 'delivery', status: 'pending', site: null, minutes: 15, arrival: at('13:20') },
    job: { ...job(id), arrivalWindow: window },
    ...{ departure: at('13:35'), driveMinutes: 20, meters: 9000, waitingMinutes: 0, latenessMinutes: 0 },
    ...{ loadAfter: { empty: 1, full: 0 }, warnings: [], isPinned: false, changedAt: null },
    ...{ departedAt: null, arrivedAt: null, outcomeReason: null },
  });
  const yard = { id: 1, name: 'Main yard' };
  const routes = Array.from(
    { length: 12 },
    (_, index): BoardRoute => ({
      ...{ id: index + 1, day, driver: { id: index + 1, name: `Christopher ${index + 1}` } },
      truck: { id: index + 1, name: `Truck ${index + 1}`, plate: '', capacity: 2 },
      ...{
        start: yard,
        end: yard,
        status: 'pending',
        notes: null,
        startsAt: at('12:00'),
        endsAt: at('21:00'),
      },
      publishedAt: index % 2 === 0 ? at('11:00') : null,
      ...{ minutes: 540, driveMinutes: 260, meters: 160_000, driveHomeMinutes: 20 },
      ...{ loadAtStart: { empty: 2, full: 0 }, warnings: [], version: 1 },
      stops: Array.from({ length: 12 }, (_stop, order) => stop(100 * index + order + 1)),
    }),
  );
  return {
    ...{ day, today: day, nextDay: day, now: at('12:00'), timeZone: 'America/New_York', isEstimate: false },
    ...{ dayStart: at('12:00'), dayEnd: at('22:00'), jobs: [job(9001), job(9002)], nextJobs: [], routes },
    ...{
      drivers: [],
      trucks: [],
      absences: [],
      sites: [{ id: 1, kind: 'yard', name: 'Main yard', lat: 42.65, lng: -73.75 }],
    },
  };
}
