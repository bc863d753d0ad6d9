import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OutPreview } from '#contract/dispatch-out.ts';
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
const stops = [sampleBoardStop(1), sampleBoardStop(2)];
const kim = sampleRoute(stops, { publishedAt });
const lee = sampleRoute([], {
  id: 8,
  driver: { id: 5, name: 'Lee Ray' },
  publishedAt,
  version: 3,
  truck: { id: 3, name: 'Truck 3', plate: '', capacity: 1 },
});
const board = sampleBoard([], [kim, lee]);
const PREVIEW = 'POST /api/dispatch/routes/7/out/preview';
const OUT = 'POST /api/dispatch/routes/7/out';

const totals = { jobs: 2, minutes: 60, driveMinutes: 30, meters: 0, late: 0 };
const input = (id: number, version: number, jobIds: number[]) => ({
  route: { id, version },
  driverId: 4,
  truckId: 2,
  stops: jobIds.map((jobId) => ({ jobId })),
});
const preview = (changes: Partial<OutPreview> = {}): OutPreview => ({
  proposal: {
    day: BOARD_DAY,
    isEstimate: false,
    notice: null,
    attribution: null,
    current: totals,
    proposed: totals,
    routes: [
      { current: kim, proposed: { ...kim, stops: [] }, isChanged: true, input: input(7, 5, []) },
      {
        current: lee,
        proposed: { ...lee, stops: [sampleBoardStop(1)] },
        isChanged: true,
        input: input(8, 3, [1]),
      },
    ],
    unplaced: [{ job: sampleBoardJob(2), reason: 'day_full', text: 'No route has time left for it.' }],
  },
  carried: null,
  released: 2,
  consequences: [],
  customers: [
    {
      jobId: 1,
      bookingId: 1,
      customer: 'Ada Moss1',
      phoneDisplay: '(518) 555-0101',
      sent: { from: boardInstant('13:00'), to: boardInstant('15:00') },
      expected: { from: boardInstant('16:00'), to: boardInstant('18:00') },
      message: 'window',
      hasEmail: true,
      hasText: true,
    },
    {
      jobId: 2,
      bookingId: 2,
      customer: 'Ada Moss2',
      phoneDisplay: '(518) 555-0102',
      expected: null,
      sent: { from: boardInstant('13:00'), to: boardInstant('15:00') },
      message: 'none',
      hasEmail: true,
      hasText: false,
    },
  ],
  ...changes,
});

async function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Out from...' }));
  return within(await screen.findByRole('dialog', { name: /^Out from/ }));
}

it('the dialog shows routes, messages and whom to call; one button takes the truck out', async () => {
  const { asked } = await showBoard(board, {
    [PREVIEW]: { body: preview() },
    [OUT]: { body: sampleBoard([sampleBoardJob(2)], [{ ...kim, stops: [] }, lee]) },
  });
  const dialog = await open();
  await dialog.findByText('2 jobs leave this route; 1 of them stay open.');
  expect(dialog.getByLabelText('From')).toHaveProperty('value', '07:00');
  dialog.getByText(/^Lee Ray: already published\./);
  dialog.getByText(/No route has time left for it/);
  dialog.getByText(/now expected 11:00 AM to 1:00 PM/);
  dialog.getByText(/Gets the new time by e-mail and text/);
  dialog.getByText(/Gets no message\. Call \(518\) 555-0102\./);
  fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: 'engine' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Take out and spread 1 job' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.find(({ call }) => call === OUT);
  expect([sent?.ifMatch, sent?.body]).toEqual([
    '"5"',
    {
      from: '07:00',
      who: 'truck',
      reason: 'breakdown',
      note: 'engine',
      rest: { type: 'spread', routes: [input(8, 3, [1])] },
    },
  ]);
  expect(currentToast()?.text).toBe(
    'Truck 2 out for the rest of the day. 1 job on other routes. 1 job open.',
  );
});

it('a sick driver, and stops that are carried to a chosen day', async () => {
  const carried = { toDay: '2099-11-26', jobs: [], moved: 2, notified: 2 };
  const { proposal } = preview();
  const reply = preview({ carried, proposal: { ...proposal, unplaced: [] } });
  const { asked } = await showBoard(board, { [PREVIEW]: { body: reply }, [OUT]: { body: board } });
  const dialog = await open();
  fireEvent.change(dialog.getByLabelText('What happened'), { target: { value: 'sick' } });
  expect(dialog.getByLabelText('Out')).toHaveProperty('value', 'driver');
  fireEvent.click(dialog.getByLabelText('Carry over to another day'));
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2099-11-26' } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Take out and carry 2 jobs to Nov 26, 2099' }));
  await waitFor(() => expect(asked.some(({ call }) => call === OUT)).toBe(true));
  expect(asked.findLast(({ call }) => call === PREVIEW)?.body).toEqual({
    from: '07:00',
    who: 'driver',
    rest: 'carry',
    toDay: '2099-11-26',
  });
  expect(asked.find(({ call }) => call === OUT)?.body).toMatchObject({
    who: 'driver',
    reason: 'sick',
    rest: { type: 'carry', toDay: '2099-11-26', notify: true },
  });
});

it('after a change by a colleague the dialog stays, with a preview of the plan as it is now', async () => {
  const message = 'This route has changed. Check it and try again.';
  await showBoard(board, {
    [PREVIEW]: { body: preview() },
    [OUT]: { status: 409, body: { code: 'stale', message, requestId: 'r', board } },
  });
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: 'Take out and spread 1 job' }));
  await dialog.findByText(/^The plan was changed while you were looking at it/);
});

it('a truck that is out is put back in service from the menu', async () => {
  const absences = [{ id: 4, truckId: 2, driverId: null, fromTime: '10:00' }];
  const { asked } = await showBoard(sampleBoard([], [kim], { absences }), {
    'DELETE /api/dispatch/absences/4': { status: 204 },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Back in service' }));
  await waitFor(() =>
    expect(asked.some(({ call }) => call === 'DELETE /api/dispatch/absences/4')).toBe(true),
  );
});
