import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MAX_CARRIED_JOBS } from '#contract/carry-over.ts';
import type { Board, BoardJob } from '#contract/dispatch.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { CarryOverDialog } from './CarryOverDialog.tsx';

const CALL = 'POST /api/dispatch/carry-over';
const boardOf = (count: number) =>
  ({
    day: '2026-11-23',
    nextDay: '2026-11-24',
    routes: [] as Board['routes'],
    jobs: Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as BoardJob),
  }) as Board;
const carried = (jobId: number, reason: string | null) => ({
  jobId,
  bookingId: jobId + 10,
  customer: `Ada ${jobId}`,
  type: 'delivery',
  reason,
  hasEmail: true,
});
const REPLY = {
  toDay: '2026-11-24',
  moved: 1,
  notified: 1,
  jobs: [carried(1, null), carried(2, 'The trucks have no moves left.'), carried(3, null)],
};

test('jobs that can move are chosen and sent; the others say why they stay', async () => {
  const asked = serve({ [CALL]: { body: REPLY } });
  const onClose = vi.fn();
  showOffice(<CarryOverDialog board={boardOf(3)} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Carry over to Nov 24, 2026' }));
  const refused = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Ada 2/ });
  expect([refused.disabled, refused.checked]).toEqual([true, false]);
  const staying = within(dialog.getByRole('region', { name: '1 job cannot move' }));
  staying.getByText('The trucks have no moves left.');
  // Whether customers are e-mailed is above a long list of jobs that cannot move.
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox').map(({ name }) => name);
  expect(boxes).toEqual(['job-1', 'job-3', 'notify', 'job-2']);
  expect(dialog.queryByText(/carry over the others/)).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox', { name: /Ada 3/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Move 1 job' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.map(({ body }) => body)).toEqual([
    { day: '2026-11-23', jobIds: [1, 2, 3], notify: true, preview: true },
    { day: '2026-11-23', jobIds: [1], notify: true },
  ]);
});

test('more jobs than one call takes are named', async () => {
  const asked = serve({ [CALL]: { body: REPLY } });
  showOffice(<CarryOverDialog board={boardOf(MAX_CARRIED_JOBS + 4)} onClose={vi.fn()} />);
  await screen.findByText('These are 60 of 64 jobs. Move them, then carry over the others.');
  expect(asked[0]?.body).toMatchObject({ jobIds: { length: MAX_CARRIED_JOBS } });
});
