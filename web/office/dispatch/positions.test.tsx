import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { field } from '#web/test/actions.ts';
import { sampleBoard, sampleBoardJob, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { showBoard } from '#web/test/office-board.tsx';
import { positionsFor, suggestPosition } from './positions.ts';

const PUT = 'PUT /api/dispatch/routes/7/stops';
/** Tenths of a degree to the north and to the east of the yard: some 7 and 5 miles. */
const at = (north: number, east = 0) => ({
  lat: 42 + north / 10,
  lng: -73.75 + east / 10,
  precision: 'rooftop' as const,
});
const yard = { id: 1, kind: 'yard' as const, name: 'Main yard', lat: 42, lng: -73.75 };
const stopAt = (id: number, mapPoint: ReturnType<typeof at>, changes = {}) =>
  sampleBoardStop(id, { job: sampleBoardJob(id, { mapPoint }), ...changes });
const truck = (capacity: number) => ({ id: 2, name: 'Truck 2', plate: '', capacity });

const near = sampleBoardJob(1, { mapPoint: at(1) });
/** The route goes north, east, and back. */
const stops = [stopAt(2, at(2)), stopAt(3, at(2, 3))];
const between = at(2.2, 1.5);
const boardOf = (job = near, route = sampleRoute(stops, { truck: truck(3) })) =>
  sampleBoard([job], [route], { sites: [yard] });
const suggestionOf = (board: ReturnType<typeof boardOf>, jobId = 1) => {
  const [route] = board.routes;
  if (!route) throw new Error('The board has no route');
  return suggestPosition(positionsFor(board, route, { kind: 'jobs', jobIds: [jobId] }));
};

describe('the suggested position', () => {
  it('is the one with the least extra drive', () => {
    const suggestionAt = (mapPoint: ReturnType<typeof at>) =>
      suggestionOf(boardOf(sampleBoardJob(1, { mapPoint })));
    expect(suggestionAt(at(1))).toMatchObject({ index: 0, extraMinutes: 0 });
    expect(suggestionAt(between)?.index).toBe(1);
    expect(suggestionAt(at(1, 1.5))).toMatchObject({ index: null, extraMinutes: 0 });
    expect(suggestionAt(at(1, -1.5))?.extraMinutes).toBeGreaterThan(5);
  });

  it('is none for an address that is not on the map', () => {
    expect(suggestionOf(boardOf(sampleBoardJob(1, { mapPoint: null })))).toBeNull();
  });

  it('is never before a stop that is begun, and never one that the load of the truck does not allow', () => {
    const begun = sampleRoute([stopAt(2, at(5), { status: 'in_transit' }), stopAt(3, at(1))], {
      truck: truck(3),
    });
    const [route] = boardOf(near, begun).routes;
    const indexes = route && positionsFor(boardOf(near, begun), route, { kind: 'jobs', jobIds: [1] });
    expect(indexes?.map(({ index }) => index)).toEqual([null, 1]);
    // A pickup at the first address fits only behind the delivery that empties the truck.
    const pickup = sampleBoardJob(1, { type: 'final_pickup', mapPoint: at(0.1) });
    const one = sampleRoute([stopAt(2, at(2))], { truck: truck(1) });
    expect(suggestionOf(boardOf(pickup, one))?.index).toBeNull();
  });
});

it('the dialog preselects the suggested position, says so, and shows what each position adds', async () => {
  const job = sampleBoardJob(1, { mapPoint: between });
  const board = boardOf(job);
  const { asked } = await showBoard(board, {
    [PUT]: { body: { route: board.routes[0], refused: null } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Plan Delivery for Ada Moss1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose route and position' }));
  expect(field('position').value).toBe('1');
  dialog.getByText(/^Suggested: the least extra drive/);
  const labels = dialog.getAllByRole('option').map(({ textContent }) => textContent ?? '');
  expect(labels.filter((text) => /\(\+\d+ min drive\)$/.test(text))).toHaveLength(3);
  fireEvent.change(field('position'), { target: { value: '' } });
  dialog.getByText(/^The suggested position adds \d+ min of driving/);
  fireEvent.change(field('position'), { target: { value: '1' } });
  fireEvent.keyDown(field('position'), { key: 'Enter' });
  await waitFor(() => expect(asked.some(({ call }) => call === PUT)).toBe(true));
  expect(asked.find(({ call }) => call === PUT)?.body).toEqual({
    stops: [{ stopId: 2 }, { jobId: 1 }, { stopId: 3 }],
  });
});

it('an address that is not on the map goes to the end, and the dialog says why none is suggested', async () => {
  await showBoard(boardOf(sampleBoardJob(1, { mapPoint: null })));
  fireEvent.click(screen.getByRole('button', { name: 'Plan Delivery for Ada Moss1' }));
  await screen.findByText('No position is suggested: the address is not on the map.');
  expect(field('position').value).toBe('');
});
