import { expect, it, vi } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import type { OptimizationAnswer } from '#worker/base/platform/routing.ts';
import type { DayProblem } from './day-problem.ts';
import { askProvider } from './provider.ts';

const item = { stayMs: 0, window: null, sites: [], vehicle: null, pinnedAt: null, after: null };
const truck = {
  start: 0,
  end: 0,
  yard: 0,
  yardStayMs: 0,
  capacity: 1,
  fromMs: 0,
  untilMs: 1000,
  aboard: null,
};
/** An exchange (shipments 1 and 2) and a delivery (shipment 3), for two trucks. */
const DAY = {
  problem: {
    items: [
      { ...item, type: 'exchange', point: 1, priority: 'due' },
      { ...item, type: 'delivery', point: 2, priority: 'due' },
    ],
    disposals: [],
    vehicles: [truck, truck],
    drives: [],
  },
  points: [42.6, 42.7, 42.8].map((lat) => ({ lat, lng: -73.8 })),
} as unknown as DayProblem;

function ask(routes: OptimizationAnswer['routes']) {
  const ctx = {
    routing: { optimize: async () => ({ routes, unassigned: [] }) },
    settings: { routingMaxVehicles: 20, routingMaxJobs: 100 },
    log: { warn: vi.fn() },
  };
  return askProvider(ctx as unknown as Context, DAY);
}
const both = (id: number) => [
  { type: 'pickup' as const, id },
  { type: 'delivery' as const, id },
];

it('an exchange whose two shipments are on two trucks is on the first one', async () => {
  const answer = await ask([
    { vehicle: 1, steps: both(1) },
    { vehicle: 2, steps: [...both(2), ...both(3)] },
  ]);
  expect(answer).toEqual({ orders: [[0], [1]], failure: null });
});

it('a shipment that is listed twice is a failure', async () => {
  const answer = await ask([
    { vehicle: 1, steps: both(3) },
    { vehicle: 2, steps: both(3) },
  ]);
  expect(answer).toEqual({ orders: null, failure: 'wrong_answer' });
});
