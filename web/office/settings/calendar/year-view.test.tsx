import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addDays, formatDay, monthOf } from '#domain/shared/days.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { shiftMonth } from '#web/kit/dates/month.ts';
import { field, press, submit, toasted } from '#web/test/actions.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { YearView } from './YearView.tsx';

const today = todayHere();
const tomorrow = addDays(today, 1);
let afterYear = monthOf(today);
for (let month = 0; month < 12; month += 1) afterYear = shiftMonth(afterYear, 1);
const PATH = '/api/admin/blackout-days';
const LIST = `GET ${PATH}?from=${today}&to=${addDays(`${afterYear}-01`, -1)}`;
const closed = { day: tomorrow, reason: 'Thanksgiving', bookings: 2 };

it('closes a day at once, with its reason, which survives a reload', async () => {
  let days: (typeof closed)[] = [];
  const asked = serve({ [LIST]: () => ({ body: days }), [`POST ${PATH}`]: { body: closed } });
  showOffice(<YearView weekdays={[1, 2, 3, 4, 5]} />);
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${formatDay(tomorrow)}`) }));
  submit();
  expect(await screen.findByText('Enter the reason')).toBeTruthy();
  fireEvent.change(field('reason'), { target: { value: 'Thanksgiving' } });
  cleanup();
  showOffice(<YearView weekdays={[1, 2, 3, 4, 5]} />);
  await waitFor(() => expect(field('reason').value).toBe('Thanksgiving'));
  days = [closed];
  submit();
  await waitFor(() => expect(toasted()[1]).toBe('2 bookings have a truck move on it; they stay.'));
  expect(asked.find(({ call }) => call === `POST ${PATH}`)?.body).toEqual({
    day: tomorrow,
    reason: 'Thanksgiving',
  });
  expect(await screen.findByText('2 bookings have a truck move on it')).toBeTruthy();
});

it('opens a closed day again', async () => {
  const asked = serve({ [LIST]: { body: [closed] }, [`DELETE ${PATH}`]: { status: 204 } });
  showOffice(<YearView weekdays={[]} />);
  fireEvent.click(await screen.findByRole('button', { name: /closed: Thanksgiving/ }));
  press('Open the day');
  await waitFor(() =>
    expect(asked.find(({ call }) => call === `DELETE ${PATH}`)?.body).toEqual({ day: tomorrow }),
  );
});

it('is one tab stop, in which the arrow keys move', async () => {
  serve({ [LIST]: { body: [] } });
  showOffice(<YearView weekdays={[]} />);
  const first = await screen.findByRole('button', { name: new RegExp(`^${formatDay(today)}`) });
  expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect((document.activeElement as HTMLElement).dataset.day).toBe(addDays(today, 7));
  fireEvent.keyDown(document.activeElement as Element, { key: 'PageUp' });
  expect(document.activeElement).toBe(first);
  expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
});
