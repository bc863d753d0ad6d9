import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { BOARD_DAY, sampleBoard, sampleBoardJob } from '#web/test/dispatch.ts';
import { showBoard } from '#web/test/office-board.tsx';
import { unit } from '#web/test/office-booking.tsx';

const totals = { jobs: 0, minutes: 0, driveMinutes: 0, meters: 0, late: 0 };
const proposal = (unplaced: DayProposal['unplaced']): DayProposal => ({
  day: BOARD_DAY,
  isEstimate: false,
  notice: null,
  attribution: null,
  current: totals,
  proposed: totals,
  routes: [],
  unplaced,
});
const away = sampleBoardJob(1, {
  unitPlace: 'booking',
  isUnitAway: true,
  proposedUnit: { id: 8, number: 'D-8' },
});
const full = sampleBoardJob(2);
const PLAN = 'POST /api/dispatch/plan';

it('a job whose unit is elsewhere gets another one in the plan, which is then made again', async () => {
  const proposals = [
    proposal([
      {
        job: away,
        reason: 'unit_elsewhere',
        text: 'Dumpster D-3 is at booking #9. D-8 is free in the yard.',
      },
      { job: full, reason: 'day_full', text: 'No route has time left for it.' },
    ]),
    proposal([]),
  ];
  const { asked } = await showBoard(sampleBoard([away, full], []), {
    [PLAN]: () => ({ body: proposals.shift() }),
    'GET /api/bookings/1': { body: sampleBooking({ id: 1 }), headers: { ETag: '"1"' } },
    'GET /api/bookings/1/free-dumpsters': { body: [unit(8, 'D-8'), unit(9, 'D-9')] },
    'PATCH /api/bookings/1/dumpster': {
      body: sampleBooking({ id: 1, dumpsterId: 8 }),
      headers: { ETag: '"2"' },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Plan day' }));
  const plan = within(await screen.findByRole('dialog', { name: 'Plan day' }));
  fireEvent.click(await plan.findByRole('button', { name: 'Change unit of Delivery for Ada Moss1' }));
  expect(plan.queryByRole('button', { name: /^Change unit of .*Moss2/ })).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: /^Move to another/ }));
  expect(await dialog.findByRole<HTMLSelectElement>('combobox')).toHaveProperty('value', '8');
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('There are no open jobs and no routes on this day.');
  expect(asked.filter(({ call }) => call === PLAN)).toHaveLength(2);
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ dumpsterId: 8 });
  fireEvent.click(plan.getByText('Close', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(currentToast()).toMatchObject({
    title: 'Nothing Undone',
    text: 'A change of the unit cannot be undone here.',
  });
});
