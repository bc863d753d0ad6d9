import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import {
  BOARD_DAY,
  boardInstant,
  sampleBoard,
  sampleBoardJob,
  sampleBoardStop,
  sampleRoute,
} from '#web/test/dispatch.ts';
import { showBoard } from '#web/test/office-board.tsx';

const publishedAt = boardInstant('11:00');
const arrivalWindow = {
  day: BOARD_DAY,
  from: boardInstant('13:00'),
  to: boardInstant('15:00'),
  isChanged: false,
};
const stops = [sampleBoardStop(1, { job: sampleBoardJob(1, { arrivalWindow }) }), sampleBoardStop(2)];
const READ = `GET /api/dispatch?day=${BOARD_DAY}`;

function pressRemove() {
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove route' }));
}
const pressUndo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });

it('a published route is removed after a question that names stops and customers, and Ctrl+Z brings it back', async () => {
  const route = sampleRoute(stops, { publishedAt });
  const boards = [sampleBoard([], [route]), sampleBoard([], [])];
  const { asked } = await showBoard(sampleBoard([], [route]), {
    [READ]: () => ({ body: boards.shift() ?? sampleBoard([], [{ ...route, version: 7 }]) }),
    'DELETE /api/dispatch/routes/7': { status: 204 },
    'POST /api/dispatch/routes/7/restore': { body: { ...route, version: 7 } },
  });
  pressRemove();
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the route of Kim Lee?' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '8:20 AM Delivery for Ada Moss1',
    '8:20 AM Delivery for Ada Moss2',
  ]);
  dialog.getByText(/^Ada Moss1 was sent a time\./);
  expect(asked.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove route' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Kim Lee/ })).toBeNull());
  expect(currentToast()).toMatchObject({
    title: 'Route Removed',
    text: 'The route of Kim Lee, Truck 2',
    durationMs: 10_000,
    action: { label: 'Undo' },
  });
  pressUndo();
  await screen.findByRole('region', { name: /Kim Lee/ });
  await waitFor(() => expect(currentToast()?.title).toBe('Change Undone'));
  const sent = asked
    .filter(({ call }) => !call.startsWith('GET'))
    .map(({ call, ifMatch }) => [call, ifMatch]);
  expect(sent).toEqual([
    ['DELETE /api/dispatch/routes/7', '"5"'],
    ['POST /api/dispatch/routes/7/restore', '"6"'],
  ]);
});

it('a route that a colleague changed is not removed: the dialog shows it as it is now', async () => {
  const route = sampleRoute(stops, { publishedAt });
  const current = sampleBoard([], [sampleRoute([...stops, sampleBoardStop(3)], { publishedAt, version: 6 })]);
  await showBoard(sampleBoard([], [route]), {
    'DELETE /api/dispatch/routes/7': {
      status: 409,
      body: { code: 'stale', message: 'This route has changed.', requestId: 'r', board: current },
    },
  });
  pressRemove();
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the route of Kim Lee?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Remove route' }));
  await dialog.findByText(/This route has changed/);
});

it('Ctrl+Z says that a published route cannot be undone, or that there is nothing to undo', async () => {
  const route = sampleRoute(stops);
  const published = { ...route, publishedAt, version: 6 };
  const boards = [sampleBoard([], [route])];
  await showBoard(sampleBoard([], [route]), {
    [READ]: () => ({ body: boards.shift() ?? sampleBoard([], [published]) }),
    'POST /api/dispatch/routes/7/publish': { body: published },
  });
  pressUndo();
  expect(currentToast()?.text).toBe('There is no change to undo.');
  fireEvent.click(screen.getByRole('button', { name: 'Publish the route of Kim Lee' }));
  await screen.findByText('Published');
  pressUndo();
  await waitFor(() => expect(currentToast()?.text).toBe('Publishing a route cannot be undone here.'));
});
