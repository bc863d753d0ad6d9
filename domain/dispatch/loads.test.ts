import { describe, expect, it } from 'vitest';
import { findLoadOfTicket, type RouteLoad, type TicketRoute, ticketKey } from './loads.ts';

const load = (stopId: number, changes: Partial<RouteLoad> = {}): RouteLoad => ({
  stopId,
  bookingId: stopId * 10,
  stopOrder: stopId,
  state: 'done',
  doneAtMs: stopId,
  isBilled: false,
  ...changes,
});
const find = (stopId: number, route: Partial<TicketRoute>, atMs = 1000) => {
  const found = findLoadOfTicket(
    { stopId, stopOrder: stopId, atMs },
    { loads: [], disposalOrders: [], earlierLoads: [], ...route },
  );
  return found.status === 'waiting' ? 'waiting' : `${found.status} ${found.load.stopId}`;
};

describe('a ticket', () => {
  it('of a stop with a load is for that load', () => {
    expect(find(2, { loads: [load(1), load(2, { state: 'live', doneAtMs: null })] })).toBe('found 2');
    expect(find(2, { loads: [load(1), load(2, { isBilled: true })] })).toBe('billed 2');
  });

  it('of a disposal stop is for the load since the disposal stop before', () => {
    const route = { loads: [load(1), load(3)], disposalOrders: [2, 4] };
    expect([find(2, route), find(4, route)]).toEqual(['found 1', 'found 3']);
  });

  it('waits while the load before it is not recorded, and takes no other one', () => {
    const live = load(3, { state: 'live', doneAtMs: null });
    expect(find(4, { loads: [load(1), live], disposalOrders: [2, 4] })).toBe('waiting');
    expect(find(4, { loads: [], disposalOrders: [4] })).toBe('waiting');
  });

  it('takes an earlier load when the one before it was not made', () => {
    const attempted = load(3, { state: 'not_made', doneAtMs: null });
    expect(find(4, { loads: [load(1), attempted], disposalOrders: [2, 4] })).toBe('found 1');
  });

  it('takes a load that is later on the route only if it was made before', () => {
    const route = { loads: [load(5, { doneAtMs: 900 })], disposalOrders: [2] };
    expect([find(2, route), find(2, route, 800)]).toEqual(['found 5', 'waiting']);
  });

  it('takes a load that is on the truck since an earlier day', () => {
    expect(find(1, { disposalOrders: [1], earlierLoads: [load(7)] })).toBe('found 7');
  });

  it('is a second one when its load has a fee; two loads at one disposal stop have two', () => {
    const billed = load(1, { isBilled: true });
    expect(find(3, { loads: [billed], disposalOrders: [3] })).toBe('billed 1');
    expect(find(3, { loads: [billed, load(2)], disposalOrders: [3] })).toBe('found 2');
  });
});

it('compares numbers without case and spaces', () => {
  expect(ticketKey(' t-77 a')).toBe(ticketKey('T-77A'));
});
