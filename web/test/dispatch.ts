import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { sampleJob } from './bookings.ts';

/** In the future: the board of a past day cannot be changed. */
export const BOARD_DAY = '2099-11-23';
/** An instant of the day of sampleBoard; its time zone is 5 hours behind. */
export const boardInstant = (time: string) => `${BOARD_DAY}T${time}:00.000Z`;

/** The delivery of the booking with the same number, for Ada Moss1, Ada Moss2 and so on. */
export const sampleBoardJob = (id: number, changes: Partial<BoardJob> = {}): BoardJob => ({
  ...sampleJob({ id, bookingId: id, firstName: 'Ada', lastName: `Moss${id}`, dueDay: BOARD_DAY }),
  dumpsterType: '15-yard',
  zone: null,
  unitRole: 'first',
  collectedRole: null,
  unitPlace: 'yard',
  isUnitAway: false,
  proposedUnit: null,
  mapPoint: null,
  leftOn: null,
  ...changes,
});

export const sampleBoardStop = (id: number, changes: Partial<BoardStop> = {}): BoardStop => ({
  id,
  type: 'delivery',
  status: 'pending',
  job: sampleBoardJob(id),
  site: null,
  minutes: 15,
  arrival: boardInstant('13:20'),
  departure: boardInstant('13:35'),
  driveMinutes: 20,
  meters: 9000,
  waitingMinutes: 0,
  latenessMinutes: 0,
  loadAfter: { empty: 0, full: 0 },
  warnings: [],
  isPinned: false,
  changedAt: null,
  departedAt: null,
  arrivedAt: null,
  outcomeReason: null,
  ...changes,
});

/** Route 7 of Kim Lee with Truck 2, in version 5. */
export const sampleRoute = (stops: BoardStop[], changes: Partial<BoardRoute> = {}): BoardRoute => ({
  id: 7,
  day: BOARD_DAY,
  driver: { id: 4, name: 'Kim Lee' },
  start: null,
  end: null,
  status: 'pending',
  truck: { id: 2, name: 'Truck 2', plate: '', capacity: 2 },
  publishedAt: null,
  notes: null,
  startsAt: boardInstant('12:00'),
  endsAt: boardInstant('15:00'),
  minutes: 180,
  driveMinutes: 60,
  meters: 9000,
  driveHomeMinutes: 20,
  loadAtStart: { empty: stops.length, full: 0 },
  warnings: [],
  stops,
  version: 5,
  ...changes,
});

export const sampleBoard = (jobs: BoardJob[], routes: BoardRoute[], changes: Partial<Board> = {}): Board => ({
  day: BOARD_DAY,
  today: BOARD_DAY,
  nextDay: '2099-11-24',
  now: boardInstant('12:00'),
  timeZone: 'America/New_York',
  dayStart: boardInstant('12:00'),
  dayEnd: boardInstant('22:00'),
  isEstimate: false,
  jobs,
  nextJobs: [],
  routes,
  drivers: [],
  trucks: [],
  absences: [],
  sites: [],
  ...changes,
});
