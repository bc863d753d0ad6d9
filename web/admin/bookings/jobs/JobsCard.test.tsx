import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleBooking, sampleJob } from '#web/test/bookings.ts';
import { GET, JOBS, read, section, show, toasted } from '#web/test/office-booking.tsx';
import { currentToast } from '#web/ui/toast/toast-store.ts';

test('a job shows the arrival window that the customer expects, not one of a day before it moved', async () => {
  const span = { from: '2026-12-01T14:30:00.000Z', to: '2026-12-01T16:30:00.000Z', day: '2026-12-01' };
  const arrivalWindow = { ...span, isChanged: true };
  const delivery = sampleJob({ dueDay: '2026-12-01', arrivalWindow });
  const moved = sampleJob({ id: 32, type: 'final_pickup', dueDay: '2026-12-07', arrivalWindow });
  show({ [JOBS]: { body: [delivery, moved] }, [GET]: () => read(1) });
  const card = within(await section('Delivery and Pickup'));
  expect(
    await card.findByText('Customer expects the driver on Dec 1, 2026, 9:30 AM to 11:30 AM (changed once)'),
  ).toBeTruthy();
  expect(card.getAllByText(/Customer expects/)).toHaveLength(1);
});

test('a delivery is marked done under its version, and undone from the toast; the pickup waits for it', async () => {
  const done = sampleJob({ status: 'done', version: 2, doneAt: '2026-11-21T18:00:00.000Z', doneBy: 'Dana' });
  const pickup = sampleJob({ id: 32, type: 'final_pickup', dueDay: '2026-12-07' });
  const jobs = { [JOBS]: { body: [sampleJob(), pickup] } };
  const asked = show({
    ...jobs,
    [GET]: () => read(1),
    'POST /api/jobs/31/done': () => {
      jobs[JOBS] = { body: [done, pickup] };
      return { body: { ...done, booking: sampleBooking({ isOnSite: true }) } };
    },
    'POST /api/jobs/31/undo': { body: { ...sampleJob({ version: 3 }), booking: sampleBooking() } },
    [JOBS]: () => jobs[JOBS] as { body: unknown },
  });
  const card = within(await section('Delivery and Pickup'));
  expect(await card.findAllByRole('button')).toHaveLength(1);
  fireEvent.click(card.getByRole('button', { name: 'Mark as done: Delivery' }));
  expect(await card.findByText('Done Nov 21, 2026, 1:00 PM by Dana')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Mark as done: Pickup' })).toBeTruthy();
  await waitFor(() => expect(toasted()[0]).toBe('Delivery Done'));
  currentToast()?.action?.run();
  await waitFor(() => expect(toasted()[0]).toBe('Delivery Not Done'));
  const sent = asked.filter(({ call }) => call.startsWith('POST'));
  expect(sent.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
    ['POST /api/jobs/31/done', '"1"'],
    ['POST /api/jobs/31/undo', '"2"'],
  ]);
});
