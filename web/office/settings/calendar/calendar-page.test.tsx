import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDay } from '#domain/shared/days.ts';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import CalendarPage from './CalendarPage.tsx';

const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE = 'PUT /api/admin/catalog/draft/calendar';
const RULES = CATALOG_DRAFT.sections.calendar;

/** The calendar after a colleague asked for four days of notice and set the cut-off to 10:00. */
const NEWER_RULES = { ...RULES, leadDays: 4, sameDayCutoff: '10:00' };
const NEWER = {
  ...CATALOG_DRAFT,
  sections: { ...CATALOG_DRAFT.sections, calendar: NEWER_RULES },
  etags: { ...CATALOG_DRAFT.etags, calendar: '"1"' },
};
const STALE = {
  status: 409,
  body: {
    message: 'Stale',
    code: 'stale',
    requestId: 'r',
    changedBy: 'sam',
    changedByName: 'Sam Field',
    changedAt: null,
    changed: ['calendar'],
  },
};

/** The closed days are loaded by the same page, so other alerts can be on it. */
const conflict = async () =>
  (await screen.findByText(/^This calendar was changed/)).closest('[role=alert]') as HTMLElement;
const control = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const enter = (name: string, value: string) => fireEvent.input(control(name), { target: { value } });

async function show(replies: Parameters<typeof serve>[0]) {
  replies[DRAFT] ??= { body: CATALOG_DRAFT };
  const asked = serve(replies);
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
  await show({ 'GET /api/admin/current-user': { body: DANA } });
  expect(await screen.findByRole('link', { name: /^Calendar.*unsaved input/ })).toBeTruthy();
  expect(control('leadDays').value).toBe('3');
  press('Discard');
  expect(control('leadDays').value).toBe('0');
});

it('names the time zone in which customers order', async () => {
  await show({});
  const hint = screen.getByText(/^Later orders count as orders of the next day/);
  expect(hint.textContent).toContain(' Eastern Time.');
});

it("shows the server's reason at its field", async () => {
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
});

it('saves over what a colleague saved, on top of the other newer values', async () => {
  const replies: Parameters<typeof serve>[0] = { [DRAFT]: { body: CATALOG_DRAFT }, [SAVE]: STALE };
  const asked = await show(replies);
  enter('leadDays', '3');
  enter('horizonDays', '90');
  replies[DRAFT] = { body: NEWER };
  press('Save draft');
  const notice = await conflict();
  expect(notice.textContent).toContain('This calendar was changed by Sam Field');
  expect(notice.textContent).toContain('Days of noticeNow: 4Yours: 3');
  expect(notice.textContent).toContain('Orders untilNow: 10:00');
  expect(['leadDays', 'sameDayCutoff', 'horizonDays'].map((name) => control(name).value)).toEqual([
    '3',
    '10:00',
    '90',
  ]);
  replies[SAVE] = { body: RULES, headers: { ETag: '"2"' } };
  press('Save over them');
  await waitFor(() => expect(toasted()[0]).toBe('Draft saved'));
  expect(asked.findLast(({ call }) => call === SAVE)).toMatchObject({
    ifMatch: '"1"',
    body: { ...NEWER_RULES, leadDays: 3, horizonDays: 90 },
  });
});

it('takes the newer values of fields that both changed, and keeps the other input', async () => {
  const replies: Parameters<typeof serve>[0] = { [DRAFT]: { body: CATALOG_DRAFT }, [SAVE]: STALE };
  await show(replies);
  enter('leadDays', '3');
  enter('horizonDays', '90');
  replies[DRAFT] = { body: NEWER };
  press('Save draft');
  await conflict();
  press('Take the newer values');
  expect([control('leadDays').value, control('horizonDays').value]).toEqual(['4', '90']);
  expect(screen.queryByText(/^This calendar was changed/)).toBeNull();
  expect(screen.getByText('1 change is not saved.')).toBeTruthy();
});

it('input of before a reload does not replace what a colleague saved since', async () => {
  await show({});
  enter('leadDays', '3');
  cleanup();
  const asked = await show({ [DRAFT]: { body: NEWER }, [SAVE]: STALE });
  expect([control('leadDays').value, control('sameDayCutoff').value]).toEqual(['3', '10:00']);
  press('Save draft');
  const notice = await conflict();
  expect(notice.textContent).toContain('Days of noticeNow: 4Yours: 3');
  expect(asked.find(({ call }) => call === SAVE)?.ifMatch).toBe('"0"');
});

it('a second tap sends nothing, and what is typed while it is saved stays', async () => {
  let answer = (): void => undefined;
  const saving = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const saved = {
    ...CATALOG_DRAFT,
    etags: NEWER.etags,
    sections: { ...CATALOG_DRAFT.sections, calendar: { ...RULES, leadDays: 3 } },
  };
  const replies: Parameters<typeof serve>[0] = {
    [DRAFT]: { body: CATALOG_DRAFT },
    [SAVE]: () => saving.then(() => ({ body: saved.sections.calendar, headers: { ETag: '"1"' } })),
  };
  const asked = await show(replies);
  enter('leadDays', '3');
  const form = control('leadDays').closest('form') as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByText('Saving...');
  enter('horizonDays', '60');
  replies[DRAFT] = { body: saved };
  answer();
  await waitFor(() => expect(toasted()[0]).toBe('Draft saved'));
  await waitFor(() => expect(screen.getByText('1 change is not saved.')).toBeTruthy());
  expect([control('leadDays').value, control('horizonDays').value]).toEqual(['3', '60']);
  expect(asked.filter(({ call }) => call === SAVE)).toHaveLength(1);
});

it('shows when days were closed and opened again', async () => {
  const entry = { actorType: 'staff', changedBy: 'Dana Cole', changedAt: '2026-11-20T15:00:00.000Z' };
  const [first, second] = [
    { day: '2026-12-25', reason: 'Christmas' },
    { day: '2026-12-25', reason: 'Holiday' },
  ];
  await show({
    'GET /api/admin/blackout-days/history': {
      body: [
        { ...entry, id: 3, action: 'opened', before: second, after: null },
        { ...entry, id: 2, action: 'changed', before: first, after: second },
        { ...entry, id: 1, action: 'closed', before: null, after: first },
      ],
    },
  });
  const day = formatDay('2026-12-25');
  expect(await screen.findByText(`${day} opened again`)).toBeTruthy();
  expect(screen.getByText(`${day}, reason: Christmas → Holiday`)).toBeTruthy();
  expect(screen.getByText(`${day} closed: Christmas`)).toBeTruthy();
});
