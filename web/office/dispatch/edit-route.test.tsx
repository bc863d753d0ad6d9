import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import { field, press, submit } from '#web/test/actions.ts';
import { BOARD_DAY, sampleBoard, sampleBoardJob, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { showBoard } from '#web/test/office-board.tsx';

const PATCH = 'PATCH /api/dispatch/routes/7';
const yard = (id: number, name: string) => ({ id, kind: 'yard' as const, name, lat: null, lng: null });

async function editRoute(board: Board, replies: Parameters<typeof showBoard>[1] = {}) {
  const shown = await showBoard(board, replies);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit route' }));
  await screen.findByRole('dialog', { name: 'Edit route' });
  return shown;
}
const choose = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

const crew = {
  drivers: [{ id: 4, name: 'Kim Lee' }],
  trucks: [{ id: 2, name: 'Truck 2', plate: '', capacity: 2 }],
};
const yards = [yard(1, 'Main yard'), yard(3, 'North yard')];
const route = sampleRoute([], { start: { id: 1, name: 'Main yard' }, end: { id: 1, name: 'Main yard' } });

test('the yards of a route and its notes are chosen; only what changed is sent', async () => {
  const landfill = { ...yard(9, 'Landfill'), kind: 'disposal' as const };
  const board = { ...sampleBoard([], [route]), ...crew, sites: [...yards, landfill] };
  const { asked } = await editRoute(board, { [PATCH]: { body: { ...route, version: 6 } } });
  const names = [...field('startSiteId').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Main yard', 'North yard']);
  choose('endSiteId', '3');
  choose('notes', 'Fuel first');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ call }) => call === PATCH)).toMatchObject([
    { ifMatch: '"5"', body: { endSiteId: 3, notes: 'Fuel first' } },
  ]);
  expect(Object.keys(asked.find(({ call }) => call === PATCH)?.body as object)).toHaveLength(2);
});

test('a yard that was deleted stays chosen, and a route without changes is not sent', async () => {
  const old = sampleRoute([], { start: { id: 8, name: 'Old yard' }, end: { id: 1, name: 'Main yard' } });
  const { asked } = await editRoute({ ...sampleBoard([], [old]), ...crew, sites: yards });
  expect(field('startSiteId').value).toBe('8');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.some(({ call }) => call === PATCH)).toBe(false);
});

test('a truck or driver that is out is marked, and a new route begins with one that works', async () => {
  const board = {
    ...sampleBoard([], []),
    drivers: [...crew.drivers, { id: 5, name: 'Ben Ode' }],
    trucks: [...crew.trucks, { id: 3, name: 'Truck 3', plate: '', capacity: 1 }],
    absences: [
      { id: 1, driverId: 4, truckId: null, fromTime: '10:00' },
      { id: 2, driverId: null, truckId: 2, fromTime: '13:30' },
    ],
  };
  await showBoard(board);
  fireEvent.click(screen.getByRole('button', { name: 'Add route' }));
  await screen.findByRole('dialog', { name: 'Add a route' });
  const names = (name: string) =>
    [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names('driverId')).toEqual(['Kim Lee, out from 10:00 AM', 'Ben Ode']);
  expect(names('truckId')).toEqual(['Truck 2 (2 units), out from 1:30 PM', 'Truck 3 (1 unit)']);
  expect([field('driverId').value, field('truckId').value]).toEqual(['5', '3']);
});

test('a failure keeps what was entered', async () => {
  const board = { ...sampleBoard([], [route]), ...crew, sites: yards };
  await editRoute(board, {
    [PATCH]: { status: 500, body: { code: 'internal', message: 'x', requestId: 'r' } },
  });
  choose('notes', 'Gate code 4711');
  submit();
  await screen.findByText(/The route could not be saved/);
  expect(field('notes').value).toBe('Gate code 4711');
});

test('the notes of a route stand above its stops', async () => {
  await showBoard(sampleBoard([], [sampleRoute([], { notes: 'Fuel first' })]));
  screen.getByText('Fuel first');
});

describe('on a day without routes', () => {
  const pressM = (name: string) =>
    fireEvent.keyDown(screen.getByRole('checkbox', { name: `Select ${name}` }), { key: 'm' });

  test('M on a job adds a route and puts the job on it', async () => {
    const job = sampleBoardJob(1);
    const added = { ...sampleRoute([]), version: 1 };
    const planned = sampleRoute([sampleBoardStop(9, { job })], { version: 2 });
    let routes = [] as (typeof added)[];
    const { asked } = await showBoard(
      { ...sampleBoard([job], []), ...crew },
      {
        [`GET /api/dispatch?day=${BOARD_DAY}`]: () => ({ body: { ...sampleBoard([job], routes), ...crew } }),
        'POST /api/dispatch/routes': () => {
          routes = [added];
          return { status: 201, body: added };
        },
        'PUT /api/dispatch/routes/7/stops': { body: { route: planned, refused: null } },
      },
    );
    pressM('Delivery for Ada Moss1');
    const dialog = await screen.findByRole('dialog', { name: 'Add a route' });
    expect(dialog.textContent).toContain('The new route gets Delivery for Ada Moss1.');
    submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(asked.filter(({ call }) => call.startsWith('P'))).toMatchObject([
        { call: 'POST /api/dispatch/routes', body: { driverId: 4, truckId: 2 } },
        { call: 'PUT /api/dispatch/routes/7/stops', ifMatch: '"1"', body: { stops: [{ jobId: 1 }] } },
      ]),
    );
  });

  test('a failure to add the route keeps the jobs where they are', async () => {
    const { asked } = await showBoard(
      { ...sampleBoard([sampleBoardJob(1)], []), ...crew },
      {
        'POST /api/dispatch/routes': {
          status: 500,
          body: { code: 'internal', message: 'x', requestId: 'r' },
        },
      },
    );
    pressM('Delivery for Ada Moss1');
    await screen.findByRole('dialog', { name: 'Add a route' });
    submit();
    await screen.findByText(/The route could not be saved/);
    expect(asked.some(({ call }) => call.startsWith('PUT'))).toBe(false);
    screen.getByRole('checkbox', { name: 'Select Delivery for Ada Moss1' });
  });

  const links = () =>
    screen
      .getAllByRole('link', { name: /^Add a/ })
      .map((link) => [link.textContent, link.getAttribute('href')]);

  test('a business without drivers and trucks reads what to enter first', async () => {
    await showBoard(sampleBoard([], []), {}, { role: 'admin' });
    expect(links()).toEqual([
      ['Add a driver', '/admin/users'],
      ['Add a truck', '/admin/settings/dispatch/trucks'],
      ['Add a yard', '/admin/settings/dispatch/sites'],
      ['Add a disposal site', '/admin/settings/dispatch/sites'],
    ]);
    screen.getByText('No deliveries, exchanges or pickups are due on this day.');
    press('Add route');
    const dialog = await screen.findByRole('dialog', { name: 'Add a route' });
    expect(dialog.textContent).toContain('A route needs an active driver and a truck in service.');
    expect(dialog.querySelector('form')).toBeNull();
  });

  test('a dispatcher, who cannot add users, is sent to an administrator', async () => {
    await showBoard({ ...sampleBoard([], []), ...crew, drivers: [], sites: yards });
    screen.getByText('Ask an administrator to add a driver.');
    expect(links().map(([text]) => text)).toEqual(['Add a disposal site']);
  });
});
