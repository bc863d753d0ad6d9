import { expect, test } from 'vitest';
import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { showEdit, showPlacement, showRemoval, showRestored, stillPossible } from './board-changes.ts';

const DAY = '2026-11-23';
const job = (id: number, dueDay = DAY) => ({ id, type: 'delivery', dueDay, leftOn: null }) as BoardJob;
const stop = (id: number, status = 'pending') =>
  ({ id, status, type: 'delivery', job: job(id + 100), arrival: 'known' }) as BoardStop;
const route = (id: number, ...stops: BoardStop[]) => ({ id, stops }) as BoardRoute;
const board = {
  day: DAY,
  jobs: [job(1), job(2), job(3)],
  nextJobs: [] as BoardJob[],
  routes: [route(7, stop(10, 'delivered'), stop(11), stop(12)), route(8, stop(20))],
  sites: [{ id: 5, kind: 'yard', name: 'Main yard' }],
} as Board;
const jobsOf = ({ routes }: Board) => routes.map(({ stops }) => stops.map((one) => one.job?.id ?? one.type));
const place = (index: number | null, placed: Parameters<typeof showPlacement>[1]['placed'], routeId = 7) =>
  showPlacement(board, { routeId, index, placed });

test('jobs stand on the route at once, in the order of the selection and without times', () => {
  const shown = place(2, { kind: 'jobs', jobIds: [3, 1] });
  expect(jobsOf(shown)).toEqual([[110, 111, 3, 1, 112], [120]]);
  expect(shown.jobs.map(({ id }) => id)).toEqual([2]);
  expect(shown.routes[0]?.stops[2]).toMatchObject({ id: null, arrival: '' });
  // Nothing is placed before a stop that is done.
  expect(jobsOf(place(0, { kind: 'jobs', jobIds: [1] }))[0]).toEqual([110, 1, 111, 112]);
  expect(jobsOf(place(null, { kind: 'new_stop', type: 'yard', siteId: 5 }))[0]).toEqual([
    110,
    111,
    112,
    'yard',
  ]);
});

test('a stop moves within its route and to another one', () => {
  expect(jobsOf(place(1, { kind: 'stop', stopId: 12 }))[0]).toEqual([110, 112, 111]);
  expect(jobsOf(place(null, { kind: 'stop', stopId: 11 }))[0]).toEqual([110, 112, 111]);
  expect(jobsOf(place(0, { kind: 'stop', stopId: 12 }, 8))).toEqual([
    [110, 111],
    [112, 120],
  ]);
});

test('a job that is taken off is open again', () => {
  const shown = showRemoval(board, { routeId: 7, stopId: 11 });
  expect([jobsOf(shown)[0], shown.jobs.at(-1)]).toEqual([[110, 112], { ...job(111), status: 'open' }]);
});

test('an earlier order takes jobs back from another route, and opens those that were added since', () => {
  const former = board.routes[0]?.stops ?? [];
  const moved = showPlacement(place(0, { kind: 'stop', stopId: 12 }, 8), {
    routeId: 7,
    index: null,
    placed: { kind: 'jobs', jobIds: [2] },
  });
  const restored = showRestored(moved, 7, former);
  expect(jobsOf(restored)).toEqual([[110, 111, 112], [120]]);
  expect(restored.routes[0]?.stops.map(({ id }) => id)).toEqual([10, 11, 12]);
  expect(restored.jobs.map(({ id, status }) => [id, status])).toEqual([
    [1, undefined],
    [3, undefined],
    [2, 'open'],
  ]);
});

test('a pin and minutes are shown at once', () => {
  const shown = showEdit(board, { routeId: 7, key: 'job 111', isPinned: true });
  expect(shown.routes[0]?.stops.map(({ isPinned }) => isPinned)).toEqual([undefined, true, undefined]);
});

test('of a refused drop only the jobs that are still open are offered again', () => {
  const drop = { routeId: 7, index: null, placed: { kind: 'jobs', jobIds: [1, 9] } } as const;
  expect(stillPossible(board, drop)?.placed).toEqual({ kind: 'jobs', jobIds: [1] });
  expect(stillPossible({ ...board, routes: [] }, drop)).toBeNull();
  expect(stillPossible(board, { ...drop, placed: { kind: 'stop', stopId: 99 } })).toBeNull();
});
