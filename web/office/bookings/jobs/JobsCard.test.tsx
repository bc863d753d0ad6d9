import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { sampleBooking, sampleJob } from '#web/test/bookings.ts';
import { GET, JOBS, read, section, show, toasted } from '#web/test/office-booking.tsx';

test('a job shows the arrival window that the customer expects, not one of a day before it moved', async () => {
  const span = { from: '2026-12-01T14:30:00.000Z', to: '2026-12-01T16:30:00.000Z', day: '2026-12-01' };
  const arrivalWindow = { ...span, isChanged: true };
  const delivery = sampleJob({ dueDay: '2026-12-01', arrivalWindow });
  const moved = sampleJob({ id: 32, type: 'final_pickup', dueDay: '2026-12-07', arrivalWindow });
  const done = sampleJob({ id: 33, dueDay: '2026-12-01', arrivalWindow, status: 'done' });
  show({ [JOBS]: { body: [delivery, moved, done] }, [GET]: () => read(1) });
  const card = within(await section('Delivery and Pickup'));
  expect(
    await card.findByText('Customer expects the driver on Dec 1, 2026, 9:30 AM to 11:30 AM (changed once)'),
  ).toBeTruthy();
  expect(card.getAllByText(/Customer expects/)).toHaveLength(1);
  expect(card.getAllByText(/^Customer expected the driver on Dec 1, 2026/)).toHaveLength(1);
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
  expect(await card.findAllByRole('button', { name: /Mark as done/ })).toHaveLength(1);
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

test('the time window of a job is set under its version; bad times and a change of a colleague keep the input', async () => {
  const newer = sampleJob({ version: 2, timeWindow: 'morning' });
  const saved = sampleJob({ version: 3, timeWindow: '08:00-10:30' });
  const jobs = [sampleJob()];
  const replies = [
    { status: 409, body: { code: 'stale', message: 'This delivery was changed.', requestId: 'r' } },
    { body: { ...saved, booking: sampleBooking() } },
  ];
  const asked = show({
    [GET]: () => read(1),
    [JOBS]: () => ({ body: [...jobs] }),
    'PUT /api/jobs/31/window': () => {
      jobs[0] = replies.length === 2 ? newer : saved;
      return replies.shift()!;
    },
  });
  const card = within(await section('Delivery and Pickup'));
  fireEvent.click(await card.findByRole('button', { name: 'Time window: Delivery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time window' }));
  dialog.getByText(/Now: Any time/);
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'times' },
  });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  save();
  dialog.getByText('Enter a time');
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '08:00' } });
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '08:15' } });
  save();
  dialog.getByText('Must be at least 30 minutes after the beginning');
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '10:30' } });
  save();
  await dialog.findByText(/^A colleague changed this job\./);
  await dialog.findByText(/Now: Morning/);
  save();
  await waitFor(() => expect(toasted()[0]).toBe('Time Window Saved'));
  expect(await card.findByText(/^Planned for .*, 8:00 AM to 10:30 AM$/)).toBeTruthy();
  const sent = asked.filter(({ call }) => call.startsWith('PUT'));
  expect(sent).toMatchObject([
    { ifMatch: '"1"', body: { window: '08:00-10:30' } },
    { ifMatch: '"2"', body: { window: '08:00-10:30' } },
  ]);
});

test('a job that a colleague changed or removed keeps the dialog of its time window, and is not saved over unseen', async () => {
  const exchange = sampleJob({ id: 32, type: 'exchange', status: 'done' });
  let delivery = [sampleJob()];
  const sent = show({
    [GET]: () => read(1),
    [JOBS]: () => ({ body: [...delivery, exchange] }),
    'POST /api/jobs/32/undo': { body: { ...exchange, version: 2, booking: sampleBooking() } },
    'PUT /api/jobs/31/window': () => {
      delivery = [];
      return { status: 409, body: { code: 'stale', message: 'This delivery was changed.', requestId: 'r' } };
    },
  });
  const card = within(await section('Delivery and Pickup'));
  fireEvent.click(await card.findByRole('button', { name: 'Time window: Delivery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time window' }));
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'afternoon' },
  });
  delivery = [sampleJob({ version: 2, timeWindow: 'morning' })];
  fireEvent.click(card.getByRole('button', { name: 'Undo: Exchange' }));
  await dialog.findByText(/Now: Morning/);
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/^A colleague changed this job\./);
  await waitFor(() => expect(card.queryByText('Delivery')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Time window' })).toBeTruthy();
  expect(sent.filter(({ call }) => call.startsWith('PUT')).map(({ ifMatch }) => ifMatch)).toEqual(['"1"']);
});

test('a job that is done or in progress has no time window to set', async () => {
  const done = sampleJob({ status: 'done' });
  const underway = sampleJob({ id: 32, type: 'exchange', status: 'in_progress' });
  show({ [JOBS]: { body: [done, underway] }, [GET]: () => read(1) });
  const card = within(await section('Delivery and Pickup'));
  await card.findByText('Exchange');
  expect(card.queryByRole('button', { name: /^Time window/ })).toBeNull();
});
