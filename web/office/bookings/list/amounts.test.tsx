import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleBooking } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import BookingsPage from './BookingsPage.tsx';

const row = sampleBooking({ paymentStatus: 'unpaid', balanceDue: 15_000, dueLater: 38_352, daysDue: 23 });

async function show(query: string) {
  const headers = { 'X-Total-Count': '40', 'X-Sum': '812345' };
  serve({ [`GET /api/bookings?${query}${query && '&'}limit=25`]: { body: [row], headers } });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
  showOffice(<BookingsPage />, { path: `/admin/bookings?${query}` });
  await screen.findByText('Maria Alvarez');
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  return { headings, text: document.body.textContent };
}

test('the list of what is due shows the amounts, their sum and their age', async () => {
  const { headings, text } = await show('work=balance_due');
  expect(headings).toEqual(expect.arrayContaining([expect.stringMatching(/^Balance Due/), 'Age']));
  expect(text).toContain('Showing 1 of 40, $8,123.45 balance due');
  for (const words of ['$150.00', '23 days', 'Unpaid']) expect(text).toContain(words);
});

test('the list without a final price shows what is due later', async () => {
  const { headings, text } = await show('work=unpriced');
  expect(headings).toEqual(expect.arrayContaining(['Due Later', 'Age']));
  expect(text).toContain('Showing 1 of 40, $8,123.45 due later');
  expect(text).toContain('$383.52');
});

test('other lists leave amounts and age to the menu of columns', async () => {
  const { headings, text } = await show('');
  expect(headings).not.toContain('Age');
  expect(text).not.toContain('$8,123.45');
  expect(text).toContain('Unpaid');
});
