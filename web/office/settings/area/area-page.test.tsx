import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServiceArea } from '#domain/catalog/rate-card.ts';
import { formatDay } from '#domain/shared/days.ts';
import { field, press, submit, type } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import AreaPage from './AreaPage.tsx';

const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE = 'PUT /api/admin/catalog/draft/area';
const ZIPS = 'GET /api/admin/catalog/draft/zips?zone=north';
const CHANGE = 'POST /api/admin/catalog/draft/zips';

const NORTH = { id: 'north', name: 'North', surcharge: 4500, streetRule: null };

function show(area: ServiceArea, replies: Parameters<typeof serve>[0] = {}) {
  const draft = {
    ...CATALOG_DRAFT,
    sections: { ...CATALOG_DRAFT.sections, area },
    zoneZipCounts: { north: 3 },
  };
  const asked = serve({
    [DRAFT]: { body: draft },
    [SAVE]: { body: area, headers: { ETag: '"1"' } },
    'GET /api/admin/catalog/declined-zips': { body: { since: '2026-08-24', zips: [], total: 0 } },
    ...replies,
  });
  const office = showOffice(<AreaPage />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  return asked;
}

it('adds a zone with a street rule', async () => {
  const asked = show({ mode: 'everywhere', zones: [NORTH] });
  await screen.findByText(/\$45.00 surcharge/);
  press('Add zone');
  type('name', 'North!');
  type('surcharge', '12.5');
  fireEvent.click(field('needsPermit'));
  await waitFor(() => expect(field('leadDays')).toBeTruthy());
  type('leadDays', '3');
  submit();
  await waitFor(() => expect(asked.find(({ call }) => call === SAVE)).toBeTruthy());
  const saved = asked.find(({ call }) => call === SAVE);
  expect(saved?.ifMatch).toBe('"0"');
  expect(saved?.body).toEqual({
    mode: 'everywhere',
    zones: [
      NORTH,
      {
        id: 'north-2',
        name: 'North!',
        surcharge: 1250,
        streetRule: { permitBy: 'customer', leadDays: 3, feeItem: null, text: '' },
      },
    ],
  });
});

it('refuses a second zone of the same name and an amount that is none', async () => {
  const asked = show({ mode: 'everywhere', zones: [NORTH] });
  await screen.findByText(/\$45.00 surcharge/);
  press('Add zone');
  type('name', ' north ');
  type('surcharge', 'ten');
  submit();
  expect(await screen.findByText('Type dollars, such as 45')).toBeTruthy();
  type('surcharge', '10');
  submit();
  expect(await screen.findByText('Another zone has this name')).toBeTruthy();
  expect(asked.some(({ call }) => call === SAVE)).toBe(false);
});

it('sends 12,000 pasted ZIP codes in three calls, adds up the results and keeps the invalid ones', async () => {
  let calls = 0;
  const reply = () => {
    calls += 1;
    const invalid = calls === 2 ? ['1220'] : [];
    const inOtherZone = calls === 3 ? [{ zip: '10001', zone: 'north' }] : [];
    return { body: { added: 4000, removed: 0, unchanged: 1, invalid, inOtherZone, count: calls * 4000 } };
  };
  const asked = show(
    { mode: 'listed', zones: [NORTH] },
    { [ZIPS]: { body: ['12200-12202'] }, [CHANGE]: reply },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'ZIP codes of North' }));
  const pasted = Array.from({ length: 12_000 }, (_, index) => String(10_000 + index)).join('\n');
  fireEvent.paste(field('zips'), { clipboardData: { getData: () => pasted } });
  press('Add 12,000');
  const result = await screen.findByText(/12,000 added, 3 unchanged/);
  expect(result.textContent).toContain('The zone has 12,000 ZIP codes');
  const bodies = asked
    .filter(({ call }) => call === CHANGE)
    .map(({ body }) => body as { zips: string[]; mode: string });
  expect(bodies.map(({ zips, mode }) => [zips.length, mode])).toEqual([
    [5000, 'add'],
    [5000, 'add'],
    [2000, 'add'],
  ]);
  expect((field('zips') as unknown as HTMLTextAreaElement).value).toBe('1220');
  expect(within(screen.getByRole('dialog')).getByText('10001 (North)')).toBeTruthy();
});

it('says what a ZIP code gets, and asks again after a change', async () => {
  const asked = show(
    { mode: 'listed', zones: [NORTH] },
    { 'GET /api/admin/catalog/draft/service-area?zip=12207': { body: { served: true, zone: NORTH } } },
  );
  fireEvent.change(await screen.findByLabelText('ZIP code'), { target: { value: '12207' } });
  press('Try');
  expect(await screen.findByText('12207 is in North, with a surcharge of $45.00.')).toBeTruthy();
  press('Try');
  await waitFor(() => expect(asked.filter(({ call }) => call.includes('service-area'))).toHaveLength(2));
});

it('a zone that was typed survives a reload, and a colleague who changed it is named', async () => {
  const stale = { message: 'Stale', code: 'stale', requestId: 'r', changedAt: null, changed: ['area'] };
  const by = { changedBy: 'sam', changedByName: 'Sam Field' };
  show({ mode: 'everywhere', zones: [NORTH] });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit North' }));
  type('surcharge', '60');
  cleanup();
  const newer = { ...NORTH, surcharge: 5000, name: 'North side' };
  const replies: Parameters<typeof serve>[0] = { [SAVE]: { status: 409, body: { ...stale, ...by } } };
  const asked = show({ mode: 'everywhere', zones: [newer] }, replies);
  await waitFor(() => expect(field('surcharge').value).toBe('60'));
  submit();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('This service area was changed by Sam Field');
  expect(notice.textContent).toContain('SurchargeNow: 50.00Yours: 60');
  press('Save over them');
  await waitFor(() => expect(asked.filter(({ call }) => call === SAVE)).toHaveLength(2));
  expect(asked.findLast(({ call }) => call === SAVE)?.body).toEqual({
    mode: 'everywhere',
    zones: [{ ...newer, surcharge: 6000 }],
  });
});

it('asks before the mode is changed over that of a colleague', async () => {
  const stale = { message: 'Stale', code: 'stale', requestId: 'r', changedAt: null, changed: ['area'] };
  const asked = show(
    { mode: 'everywhere', zones: [NORTH] },
    { [SAVE]: { status: 409, body: { ...stale, changedBy: 'sam' } } },
  );
  fireEvent.click(await screen.findByLabelText(/Deliver to the listed/));
  expect((await screen.findByRole('alert')).textContent).toContain('was changed by sam');
  press('Save over them');
  await waitFor(() => expect(asked.filter(({ call }) => call === SAVE)).toHaveLength(2));
  expect(asked.findLast(({ call }) => call === SAVE)?.body).toEqual({ mode: 'listed', zones: [NORTH] });
});

it('keeps the ZIP codes that were not saved when a call fails or the page is reloaded', async () => {
  let calls = 0;
  const reply = () => {
    calls += 1;
    return calls % 2 === 0
      ? refusal(503, 'busy', 'Too many calls')
      : { body: { added: 5000, removed: 0, unchanged: 0, invalid: ['1220'], inOtherZone: [], count: 5000 } };
  };
  const replies = { [ZIPS]: { body: [] }, [CHANGE]: reply };
  const area: ServiceArea = { mode: 'listed', zones: [NORTH] };
  show(area, replies);
  fireEvent.click(await screen.findByRole('button', { name: 'ZIP codes of North' }));
  const pasted = Array.from({ length: 12_000 }, (_, index) => String(10_000 + index)).join('\n');
  fireEvent.change(field('zips'), { target: { value: pasted } });
  press('Add 12,000');
  expect(
    await screen.findByText(/The first 5,000 entries are saved. The other 7,001 are in the field/),
  ).toBeTruthy();
  cleanup();
  const asked = show(area, replies);
  expect(await screen.findByText(/They were kept while the page was reloaded/)).toBeTruthy();
  press('Add 7,001');
  await waitFor(() => expect(asked.find(({ call }) => call === CHANGE)).toBeTruthy());
  const [sent] = asked.filter(({ call }) => call === CHANGE).map(({ body }) => body as { zips: string[] });
  expect([sent?.zips.length, sent?.zips[0], sent?.zips[1]]).toEqual([5000, '1220', '15000']);
});

it('ZIP codes that were kept for a zone which is gone are not offered for another one', async () => {
  const replies = { [ZIPS]: { body: [] } };
  show(
    { mode: 'listed', zones: [{ ...NORTH, id: 'south', name: 'South' }] },
    { ...replies, 'GET /api/admin/catalog/draft/zips?zone=south': { body: [] } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'ZIP codes of South' }));
  fireEvent.change(field('zips'), { target: { value: '12205' } });
  cleanup();
  show({ mode: 'listed', zones: [NORTH] }, replies);
  fireEvent.click(await screen.findByRole('button', { name: 'ZIP codes of North' }));
  expect((field('zips') as unknown as HTMLTextAreaElement).value).toBe('');
});

it('lists the ZIP codes that were declined', async () => {
  const body = {
    since: '2026-08-24',
    zips: [
      { zip: '12205', count: 1240, lastDay: '2026-11-21' },
      { zip: '12303', count: 2, lastDay: '2026-11-02' },
    ],
    total: 5,
  };
  show({ mode: 'listed', zones: [NORTH] }, { 'GET /api/admin/catalog/declined-zips': { body } });
  const [, ...found] = within(
    await screen.findByRole('table', { name: /^ZIP codes that were declined/ }),
  ).getAllByRole('row');
  expect(found.map(({ textContent }) => textContent)).toEqual([
    `122051,240${formatDay('2026-11-21')}`,
    `123032${formatDay('2026-11-02')}`,
  ]);
  expect(screen.getByText('And 3 more ZIP codes, asked for less often.')).toBeTruthy();
});
