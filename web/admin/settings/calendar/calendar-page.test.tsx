import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { press, toasted } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import CalendarPage from './CalendarPage.tsx';

const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE = 'PUT /api/admin/catalog/draft/calendar';
const RULES = CATALOG_DRAFT.sections.calendar;

const control = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const enter = (name: string, value: string) => fireEvent.input(control(name), { target: { value } });

async function show(replies: Parameters<typeof serve>[0]) {
  const asked = serve({ [DRAFT]: { body: CATALOG_DRAFT }, ...replies });
  const office = showOffice(<CalendarPage />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  await screen.findByLabelText('Sunday');
  return asked;
}

it('saves the rules under the version that was read', async () => {
  const asked = await show({ [SAVE]: { body: RULES, headers: { ETag: '"1"' } } });
  fireEvent.click(screen.getByLabelText('Sunday'));
  enter('leadDays', '2');
  enter('sameDayCutoff', '14:30');
  enter('maxTruckMovesPerDay', '12');
  press('Save draft');
  await waitFor(() => expect(toasted()[0]).toBe('Draft saved'));
  const saved = asked.find(({ call }) => call === SAVE);
  expect(saved?.ifMatch).toBe('"0"');
  expect(saved?.body).toEqual({
    deliveryWeekdays: [1, 2, 3, 4, 5, 6],
    leadDays: 2,
    sameDayCutoff: '14:30',
    maxTruckMovesPerDay: 12,
    horizonDays: 365,
  });
});

it('names each field that cannot be saved, and sends nothing', async () => {
  const asked = await show({});
  enter('leadDays', '-1');
  enter('maxTruckMovesPerDay', 'many');
  enter('horizonDays', '366');
  press('Save draft');
  expect(await screen.findByText('Type a whole number from 0 to 365')).toBeTruthy();
  expect(screen.getByText('Type a whole number from 1 to 10,000')).toBeTruthy();
  expect(screen.getByText('Type a whole number from 1 to 365')).toBeTruthy();
  enter('horizonDays', '10');
  enter('leadDays', '11');
  enter('maxTruckMovesPerDay', '');
  press('Save draft');
  expect(await screen.findByText('Must not be above the days ahead')).toBeTruthy();
  expect(asked.some(({ call }) => call === SAVE)).toBe(false);
});

it('keeps input over a reload until it is discarded', async () => {
  await show({});
  enter('leadDays', '3');
  cleanup();
  await show({});
  expect(control('leadDays').value).toBe('3');
  press('Discard');
  expect(control('leadDays').value).toBe('0');
});

it("shows the server's reason at its field, and who saved in between", async () => {
  const replies = {
    [SAVE]: refusal(400, 'invalid', {
      message: 'No',
      issues: [{ path: 'leadDays', message: 'Too many days' }],
    }),
  };
  await show(replies);
  enter('leadDays', '3');
  press('Save draft');
  expect(await screen.findByText('Too many days')).toBeTruthy();
  const stale = {
    message: 'Stale',
    code: 'stale',
    requestId: 'r',
    changedBy: 'sam',
    changedAt: null,
    changed: [],
  };
  cleanup();
  await show({ [SAVE]: { status: 409, body: stale } });
  press('Save draft');
  expect(await screen.findByText('sam changed this section of the draft.')).toBeTruthy();
  expect(control('leadDays').value).toBe('3');
});
