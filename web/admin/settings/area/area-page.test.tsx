import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServiceArea } from '#domain/catalog/rate-card.ts';
import { field, press, submit, type } from '#web/test/actions.ts';
import { serve, showOffice } from '#web/test/office.tsx';
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
    ...replies,
  });
  const office = showOffice(<AreaPage />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  return asked;
}

it('adds a zone with a street rule', async () => {
  const asked = show({ mode: 'everywhere', zones: [NORTH] });
  await screen.findByText('$45.00 surcharge');
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
  await screen.findByText('$45.00 surcharge');
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
  press((await screen.findByRole('button', { name: 'ZIP codes' })).textContent ?? '');
  const pasted = Array.from({ length: 12_000 }, (_, index) => String(10_000 + index)).join('\n');
  fireEvent.change(field('zips'), { target: { value: pasted } });
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
