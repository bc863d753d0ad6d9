import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { sampleBooking, sampleJob } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import DispatchPage from './DispatchPage.tsx';

// In the future: the board of a past day cannot be changed.
const DAY = '2099-11-23';
const at = (time: string) => `${DAY}T${time}:00.000Z`;

const job = (id: number, changes: Partial<BoardJob> = {}): BoardJob => ({
  ...sampleJob({ id, bookingId: id, firstName: 'Ada', lastName: `Moss${id}`, dueDay: DAY }),
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
const stop = (id: number, changes: Partial<BoardStop> = {}): BoardStop => ({
  id,
  type: 'delivery',
  status: 'pending',
  job: job(id),
  site: null,
  minutes: 15,
  arrival: at('13:20'),
  departure: at('13:35'),
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
const route = (stops: BoardStop[], version: number): BoardRoute => ({
  id: 7,
  day: DAY,
  driver: { id: 4, name: 'Kim Lee' },
  start: null,
  end: null,
  status: 'pending',
  truck: { id: 2, name: 'Truck 2', plate: '', capacity: 2 },
  publishedAt: null,
  notes: null,
  startsAt: at('12:00'),
  endsAt: at('15:00'),
  minutes: 180,
  driveMinutes: 60,
  meters: 9000,
  driveHomeMinutes: 20,
  loadAtStart: { empty: stops.length, full: 0 },
  warnings: [],
  stops,
  version,
});
const board = (jobs: BoardJob[], routes: BoardRoute[]): Board => ({
  day: DAY,
  today: DAY,
  nextDay: '2099-11-24',
  now: at('12:00'),
  timeZone: 'America/New_York',
  dayStart: at('12:00'),
  dayEnd: at('22:00'),
  isEstimate: false,
  jobs,
  nextJobs: [],
  routes,
  drivers: [],
  trucks: [],
  absences: [],
  sites: [],
});

const READ = `GET /api/dispatch?day=${DAY}`;
const PUT = 'PUT /api/dispatch/routes/7/stops';
const conflict = (code: string, message: string, body: object) => ({
  status: 409,
  body: { code, message, requestId: 'r', ...body },
});
const made = (planned: BoardRoute) => ({ body: { route: planned, refused: null } });

async function showBoard(replies: Parameters<typeof serve>[0]) {
  const asked = serve(replies);
  const office = showOffice(<DispatchPage />, { path: `/admin/dispatch?day=${DAY}` });
  act(() => office.session.enter({ username: 'dana', role: 'dispatcher' }));
  await screen.findByRole('heading', { name: /^Open jobs/ });
  const calls = (name: string) => asked.filter(({ call }) => call === name);
  return { sent: () => calls(PUT), calls };
}

/** By the button of the card, which also opens by M. */
async function placeByDialog(name: string) {
  fireEvent.click(screen.getByRole('button', { name: `Plan ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose route and position' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Place' }));
}
const stopsShown = () =>
  within(screen.getByRole('region', { name: /Kim Lee/ })).queryAllByRole('button', {
    name: /^Actions for D/,
  });

test("a drop on a colleague's newer route is kept, and made again on the current board", async () => {
  const [mine, other] = [job(1), stop(2)];
  const theirs = board([mine], [route([other], 6)]);
  const done = route([other, stop(9, { job: mine, arrival: at('14:00'), latenessMinutes: 25 })], 7);
  const boards = [board([mine, job(2)], [route([], 5)]), theirs];
  const replies = [
    conflict('stale', 'This route was changed in the meantime.', { board: theirs }),
    made(done),
  ];
  const { sent } = await showBoard({
    [READ]: () => ({ body: boards.shift() ?? board([], [done]) }),
    [PUT]: () => replies.shift()!,
  });
  await placeByDialog('Delivery for Ada Moss1');
  const notice = within(await screen.findByRole('alert'));
  notice.getByText('Delivery for Ada Moss1 to Kim Lee, Truck 2');
  notice.getByText('This route was changed in the meantime.');
  await waitFor(() => expect(stopsShown()).toHaveLength(1));
  fireEvent.click(notice.getByRole('button', { name: 'Place on the current board' }));
  await waitFor(() => expect(stopsShown()).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent()).toMatchObject([
    { ifMatch: '"5"', body: { stops: [{ jobId: 1 }] } },
    { ifMatch: '"6"', body: { stops: [{ stopId: 2 }, { jobId: 1 }] } },
  ]);
  await waitFor(() =>
    expect(currentToast()?.text).toBe(
      'Delivery for Ada Moss1 to Kim Lee, Truck 2. Arrives 9:00 AM, 25 min late. The truck leaves with 2 empty.',
    ),
  );
});

test('a published route that should be under way says that no driver has begun it', async () => {
  const late = { ...route([stop(1)], 1), startsAt: at('21:05') };
  const shown = [late, { ...late, id: 8, publishedAt: at('11:00') }, { ...route([], 1), id: 9 }];
  await showBoard({ [READ]: { body: board([], shown) } });
  const starts = screen.getAllByText(/^Start /).map(({ textContent }) => textContent.split(' · ')[0]);
  expect(starts).toEqual(['Start 4:05 PM', 'Start 4:05 PM, not begun yet', 'Start 7:00 AM']);
});

test('a job that a colleague placed is not offered again, and the notice can be dismissed', async () => {
  const theirs = board([], [route([stop(2, { job: job(1) })], 6)]);
  const boards = [board([job(1)], [route([], 5)])];
  await showBoard({
    [READ]: () => ({ body: boards.shift() ?? theirs }),
    [PUT]: conflict('conflict', 'One of these jobs was put on another route.', { board: theirs }),
  });
  await placeByDialog('Delivery for Ada Moss1');
  const notice = within(await screen.findByRole('alert'));
  notice.getByText(/It is not possible any more/);
  expect(notice.queryByRole('button', { name: 'Place on the current board' })).toBeNull();
  notice.getByRole('button', { name: 'Dismiss' }).focus();
  fireEvent.click(notice.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Routes/ }));
});

test('a refused placement by keyboard gives the focus to its first answer, and back to the cards', async () => {
  const now = board([job(1), job(2)], [route([], 5)]);
  const refused = { code: 'load', text: 'Truck 2 has no room.', jobId: 1 };
  await showBoard({
    [READ]: { body: now },
    [PUT]: conflict('conflict', refused.text, { board: now, refused }),
  });
  const placeByKeys = async () => {
    const box = screen.getByRole('checkbox', { name: 'Select Delivery for Ada Moss1' });
    box.focus();
    fireEvent.keyDown(box, { key: 'm' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose route and position' }));
    fireEvent.keyDown(dialog.getByLabelText('Route'), { key: 'Enter' });
  };
  await placeByKeys();
  const notice = within(await screen.findByRole('alert'));
  const answer = notice.getByRole('button', { name: 'Add with yard stops' });
  await waitFor(() => expect(document.activeElement).toBe(answer));
  fireEvent.click(notice.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement?.closest('[data-card]')).not.toBeNull();
  // A user who types keeps the focus.
  await placeByKeys();
  const search = screen.getByRole('searchbox', { name: 'Search open jobs' });
  search.focus();
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(search);
});

test.each([
  ['load', 'Truck 2 carries one unit and has none left. Add a yard stop before it.', 'Add with yard stops'],
  ['site_closed', 'Landfill is closed on this day.', 'Place on the current board'],
  ['unit_elsewhere', 'Unit D-3 is at booking #9. Choose another unit first.', 'Choose another unit'],
])('a placement that is impossible (%s) says why and what to do', async (code, text, button) => {
  const now = board([job(1)], [route([], 5)]);
  await showBoard({
    [READ]: { body: now },
    [PUT]: conflict('conflict', text, { board: now, refused: { code, text, jobId: 1 } }),
    'GET /api/bookings/1': { body: sampleBooking({ id: 1 }), headers: { ETag: '"1"' } },
    'GET /api/bookings/1/free-dumpsters': { body: [] },
  });
  await placeByDialog('Delivery for Ada Moss1');
  const notice = within(await screen.findByRole('alert'));
  notice.getByText(text);
  notice.getByRole('button', { name: button });
  screen.getByRole('checkbox', { name: 'Select Delivery for Ada Moss1' });
  if (code !== 'unit_elsewhere') return;
  fireEvent.click(notice.getByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: 'Move to another unit' });
});

test('a unit that is not in the yard is marked, and the card opens the choice of another', async () => {
  const away = job(1, { isUnitAway: true, unitPlace: 'repair', proposedUnit: { id: 8, number: 'D-8' } });
  const warning = { code: 'unit_elsewhere' as const, text: 'D-3 is in repair' };
  const exchange = job(2, {
    type: 'exchange',
    unit: { id: 5, number: 'D-5' },
    unitRole: 'exchange 1',
    collectedUnit: { id: 6, number: 'D-6' },
    collectedRole: 'first',
  });
  const stops = [stop(3, { warnings: [warning] }), stop(4, { type: 'exchange', job: exchange })];
  await showBoard({
    [READ]: { body: board([away], [route(stops, 5)]) },
    'GET /api/bookings/2': { body: sampleBooking({ id: 2 }), headers: { ETag: '"1"' } },
    'GET /api/bookings/2/free-dumpsters?role=first': { body: [] },
  });
  screen.getByText('in repair');
  screen.getByRole('button', { name: 'Choose the unit of Delivery for Ada Moss3' });
  screen.getByText('bring D-5, take D-6');
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Exchange for Ada Moss2' }));
  screen.getByRole('menuitem', { name: /^Change unit to bring/ });
  fireEvent.click(screen.getByRole('menuitem', { name: /^Correct unit to take away/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unit to take away' }));
  dialog.getByText(/On record, D-6 is at the customer/);
});

test('the arrow keys with Shift select jobs, and a placed card gives the focus to the next one', async () => {
  const done = route([stop(8, { job: job(1) }), stop(9, { job: job(2) })], 6);
  const boards = [board([job(1), job(2), job(3)], [route([], 5)])];
  const { sent } = await showBoard({
    [READ]: () => ({ body: boards.shift() ?? board([job(3)], [done]) }),
    [PUT]: made(done),
  });
  const box = (id: number) => screen.getByRole('checkbox', { name: `Select Delivery for Ada Moss${id}` });
  box(1).focus();
  fireEvent.keyDown(box(1), { key: 'ArrowDown', shiftKey: true });
  expect(document.activeElement).toBe(box(2));
  fireEvent.keyDown(box(2), { key: 'm' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose route and position' }));
  dialog.getByText('2 jobs');
  fireEvent.click(dialog.getByRole('button', { name: 'Place' }));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { stops: [{ jobId: 1 }, { jobId: 2 }] } }]));
  await waitFor(() => expect(stopsShown()).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('W on a card and its menu set the time window, and the board is read again', async () => {
  const late = stop(9, { job: job(2, { version: 4 }), latenessMinutes: 20 });
  const boards = [board([job(1)], [route([stop(9, { job: job(2, { version: 4 }) })], 5)])];
  const asked = await showBoard({
    [READ]: () => ({ body: boards.shift() ?? board([job(1)], [route([late], 6)]) }),
    'PUT /api/jobs/2/window': {
      body: { ...job(2, { version: 5, timeWindow: 'morning' }), booking: sampleBooking({ id: 2 }) },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'More actions for Delivery for Ada Moss1' }));
  fireEvent.click(screen.getByRole('menuitem', { name: /^Time window/ }));
  const first = within(await screen.findByRole('dialog', { name: 'Time window' }));
  first.getByText('Ada Moss1');
  fireEvent.click(first.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Delivery for Ada Moss2' }), { key: 'w' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Time window' }));
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'morning' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(boards).toHaveLength(0));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.calls('PUT /api/jobs/2/window')).toMatchObject([
    { ifMatch: '"4"', body: { window: 'morning' } },
  ]);
});

test("a refused change takes away the 'Plan Saved' of the change before, which it is not about", async () => {
  const [first, second] = [job(1), job(2)];
  const done = route([stop(9, { job: first })], 6);
  const boards = [board([first, second], [route([], 5)])];
  const now = board([second], [done]);
  const replies = [made(done), conflict('load', 'Truck 2 has no room.', { board: now })];
  await showBoard({ [READ]: () => ({ body: boards.shift() ?? now }), [PUT]: () => replies.shift()! });
  await placeByDialog('Delivery for Ada Moss1');
  await waitFor(() => expect(currentToast()?.title).toBe('Plan Saved'));
  await placeByDialog('Delivery for Ada Moss2');
  await screen.findByRole('alert');
  expect(currentToast()).toBeNull();
});
