import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleBooking } from '#web/test/bookings.ts';
import { read, show, toasted } from '#web/test/office-booking.tsx';

test('the address can ask for a change, which opens once', async () => {
  show({}, { path: '/admin/bookings/12?do=extend' });
  expect(await screen.findByRole('dialog', { name: 'Change last day' })).toBeTruthy();
});

test('an action that the booking does not allow says why', async () => {
  const over = { ...read(1), body: sampleBooking({ status: 'completed' }) };
  show({ 'GET /api/bookings/12': over }, { path: '/admin/bookings/12?do=cancel' });
  await waitFor(() =>
    expect(toasted()).toEqual(['Not Possible Now', 'The status of this booking does not allow it.', 'plain']),
  );
});
