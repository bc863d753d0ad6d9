import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { RateCard, SizeOption } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import CatalogPage from '#web/office/settings/catalog/CatalogPage.tsx';
import ExtrasPage from '#web/office/settings/extras/ExtrasPage.tsx';
import TaxPage from '#web/office/settings/tax/TaxPage.tsx';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { formatMeasure, parseMeasure, parsePercent, slugOf } from './read-fields.ts';

const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE_SIZES = 'PUT /api/admin/catalog/draft/dumpster-sizes';
const SIZES = FIRST_RATE_CARD.dumpsterSizes;
const TWELVE_YARD: SizeOption = {
  id: '12-yard',
  name: '12-Yard',
  yards: 12,
  lengthIn: 168,
  widthIn: 96,
  heightIn: 42,
  bestFor: 'A bathroom',
  isActive: true,
};

function draftOf(sections: Partial<RateCard> = {}, etag = '"0"'): CatalogDraft {
  const card = { ...FIRST_RATE_CARD, ...sections };
  const published = (ids: { id: string }[], more: object) =>
    Object.fromEntries(ids.map(({ id }) => [id, { isPublished: true, bookings: 0, ...more }]));
  return {
    id: null,
    baseId: 1,
    publishedId: 1,
    isSuperseded: false,
    sections: card,
    publishedRates: FIRST_RATE_CARD.rates,
    publishedPolicy: FIRST_RATE_CARD.policy,
    etags: Object.fromEntries(Object.keys(card).map((section) => [section, etag])) as CatalogDraft['etags'],
    zoneZipCounts: {},
    changed: [],
    usage: {
      rentalOptions: published(FIRST_RATE_CARD.rentalOptions, { hasFixedDays: true }) as never,
      dumpsterSizes: published(SIZES, { units: 3, bookings: 12 }) as never,
      materials: published(FIRST_RATE_CARD.materials, {}) as never,
      chargeItems: {},
    },
  };
}

function show(page: React.ReactNode, replies: Parameters<typeof serve>[0], path = '/admin/settings/catalog') {
  const asked = serve({ [DRAFT]: { body: draftOf() }, ...replies });
  const office = showOffice(page, { path });
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  return { saved: () => asked.filter(({ call }) => call.startsWith('PUT')) };
}

const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) type(name, value);
};
const savedSizes = (sizes: SizeOption[]) => ({ body: sizes, headers: { ETag: '"1"' } });
const TYPED = { yards: '12', lengthIn: '14 ft', widthIn: '8', heightIn: `3'6"`, bestFor: 'A bathroom' };

beforeEach(() => sessionStorage.clear());

describe('the list of sizes', () => {
  it('adds a size with the proposed name and id, and measures as the trade writes them', async () => {
    const { saved } = show(<CatalogPage />, { [SAVE_SIZES]: savedSizes([...SIZES, TWELVE_YARD]) });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a size' }));
    fill(TYPED);
    expect([field('name').value, field('id').value]).toEqual(['12-Yard', '12-yard']);
    submit();
    await waitFor(() => expect(toasted()).toContain('Draft saved'));
    expect(saved()).toMatchObject([{ ifMatch: '"0"', body: [...SIZES, TWELVE_YARD] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names each field that cannot be saved, and sends nothing', async () => {
    const { saved } = show(<CatalogPage />, {});
    fireEvent.click(await screen.findByRole('button', { name: 'Add a size' }));
    fill({ ...TYPED, yards: '15', heightIn: 'high' });
    submit();
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByText('Enter feet and inches, such as 4 ft 6 in')).toBeTruthy();
    expect(within(dialog).getByText('Another entry has this ID. Choose a different one.')).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  it('shows an issue of the server at its field, and one of another section above the buttons', async () => {
    const issues = [
      { path: '4.heightIn', message: 'Too high for the truck' },
      { path: 'projectPresets.0.size', message: 'Kitchen: no size has the id 12-yard' },
    ];
    show(<CatalogPage />, { [SAVE_SIZES]: refusal(400, 'invalid', { message: 'Invalid', issues }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a size' }));
    fill(TYPED);
    submit();
    await waitFor(() => expect(field('heightIn').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Too high for the truck')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Kitchen: no size has the id 12-yard');
  });

  it('opens again with what was typed when the page is reloaded', async () => {
    show(<CatalogPage />, {});
    fireEvent.click(await screen.findByRole('button', { name: 'Edit 15-Yard' }));
    fill({ bestFor: 'A garage' });
    cleanup();
    show(<CatalogPage />, {});
    await waitFor(() => expect(field('bestFor').value).toBe('A garage'));
    expect(field('lengthIn').value).toBe('16 ft');
    press('Cancel');
    cleanup();
    show(<CatalogPage />, {});
    await screen.findByRole('button', { name: 'Edit 15-Yard' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was typed when a colleague was first, below it the newer values', async () => {
    const newer = SIZES.map((size) =>
      size.id === '15-yard' ? { ...size, bestFor: 'A shed', lengthIn: 204 } : size,
    );
    const replies: Parameters<typeof serve>[0] = {
      [DRAFT]: { body: draftOf() },
      [SAVE_SIZES]: {
        status: 409,
        body: {
          message: 'Stale',
          code: 'stale',
          requestId: 'r',
          changedBy: 'sam',
          changedByName: 'Sam Field',
          changedAt: null,
          changed: ['dumpsterSizes'],
        },
      },
    };
    const asked = serve(replies);
    const office = showOffice(<CatalogPage />);
    act(() => office.session.enter({ username: 'dana', role: 'admin' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Edit 15-Yard' }));
    fill({ bestFor: 'A garage' });
    replies[DRAFT] = { body: draftOf({ dumpsterSizes: newer }, '"1"') };
    submit();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('This list was changed by Sam Field');
    expect(notice.textContent).toContain('Best forNow: A shedYours: A garage');
    expect([field('bestFor').value, field('lengthIn').value]).toEqual(['A garage', '17 ft']);
    const mine = newer.map((size) => (size.id === '15-yard' ? { ...size, bestFor: 'A garage' } : size));
    replies[SAVE_SIZES] = savedSizes(mine);
    submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.findLast(({ call }) => call === SAVE_SIZES)).toMatchObject({ ifMatch: '"1"', body: mine });
  });

  it('retires a size after it says what stays, and brings it back', async () => {
    const retired = SIZES.map((size) => (size.id === '10-yard' ? { ...size, isActive: false } : size));
    const replies: Parameters<typeof serve>[0] = {
      [DRAFT]: { body: draftOf() },
      [SAVE_SIZES]: savedSizes(retired),
    };
    const asked = serve(replies);
    const office = showOffice(<CatalogPage />);
    act(() => office.session.enter({ username: 'dana', role: 'admin' }));
    const saved = () => asked.filter(({ call }) => call.startsWith('PUT'));
    expect(await screen.findAllByText('3 units and 12 upcoming bookings')).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    press('Retire 10-Yard');
    expect(screen.getByRole('dialog').textContent).toContain(
      'Retiring keeps 3 units and 12 upcoming bookings.',
    );
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retire' }));
    replies[DRAFT] = { body: draftOf({ dumpsterSizes: retired }) };
    await waitFor(() => expect(saved()).toMatchObject([{ body: retired }]));
    await screen.findByText('Retired (1)');
    expect(document.activeElement?.textContent).toBe('Sizes');
    replies[SAVE_SIZES] = savedSizes(SIZES);
    press('Bring back 10-Yard');
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ body: SIZES }));
  });

  it('saves quick moves as one order, and keeps the focus on the button', async () => {
    const [ten, fifteen, twenty, thirty] = SIZES as [SizeOption, SizeOption, SizeOption, SizeOption];
    const { saved } = show(<CatalogPage />, { [SAVE_SIZES]: savedSizes(SIZES) });
    const down = await screen.findByRole('button', { name: 'Move 10-Yard down' });
    for (const _ of [1, 2, 3]) fireEvent.click(screen.getByRole('button', { name: 'Move 10-Yard down' }));
    expect(down.isConnected).toBe(true);
    expect(document.activeElement?.textContent).toBe('Move 10-Yard up');
    expect(screen.getByRole('status').textContent).toBe('10-Yard is now 4 of 4.');
    await waitFor(() => expect(saved().at(-1)?.body).toEqual([fifteen, twenty, thirty, ten]));
    expect(saved()).toHaveLength(2);
  });
});

it('leaves a size that the draft no longer has out of a material', async () => {
  const heavy = {
    ...FIRST_RATE_CARD.materials[0],
    sizes: ['10-yard', 'gone'],
  } as RateCard['materials'][number];
  const { saved } = show(
    <CatalogPage />,
    {
      [DRAFT]: { body: draftOf({ materials: [heavy] }) },
      'PUT /api/admin/catalog/draft/materials': { body: [heavy] },
    },
    '/admin/settings/catalog?list=materials',
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }));
  submit();
  await waitFor(() => expect(saved()).toMatchObject([{ body: [{ ...heavy, sizes: ['10-yard'] }] }]));
});

it('shows why the days of a booked period are fixed', async () => {
  show(<CatalogPage />, {}, '/admin/settings/catalog?list=rentals');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit 7-Day Rental' }));
  expect(field('days')).toBeNull();
  expect(screen.getByText(/Fixed, because bookings have this period/)).toBeTruthy();
});

it('adds a charge in percent of the rental that is on every bill', async () => {
  const item = {
    id: 'fuel-surcharge',
    name: 'Fuel surcharge',
    unit: 'percent',
    unitPrice: 25_000,
    applies: 'mandatory',
    isTaxable: false,
    isActive: true,
  };
  const { saved } = show(<ExtrasPage />, { 'PUT /api/admin/catalog/draft/charge-items': { body: [item] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add a charge' }));
  fireEvent.change(field('unit'), { target: { value: 'percent' } });
  fireEvent.change(field('applies'), { target: { value: 'mandatory' } });
  fill({ name: 'Fuel surcharge', unitPrice: '2.5' });
  submit();
  await waitFor(() => expect(saved()).toMatchObject([{ body: [item] }]));
});

it('says which tax rule wins', async () => {
  const rule = { rateMillionths: 40_000, appliesTo: ['rental' as const] };
  const taxRules = [
    { ...rule, id: 'ny', name: 'NY sales tax', state: 'NY', zips: null },
    { ...rule, id: 'albany', name: 'Albany', state: null, zips: '12200-12299' },
    { ...rule, id: 'city', name: 'City', state: null, zips: '12207' },
  ];
  show(<TaxPage />, { [DRAFT]: { body: draftOf({ taxRules }) } });
  expect(await screen.findByText('Rules for ZIP codes in this state win over it.')).toBeTruthy();
  expect(screen.getByText('City wins over it. It wins over the rule of its state.')).toBeTruthy();
  expect(screen.getByText('It wins over Albany and the rule of its state.')).toBeTruthy();
});

it.each([
  ['22 ft', 264],
  ['22', 264],
  ['4 ft 6 in', 54],
  [`4'6"`, 54],
  [`4’ 6`, 54],
  ['4.5 ft', 54],
  ['54 in', 54],
  ['4.01', null],
  ['', null],
  ['-3', null],
])('reads the measure %j', (typed, inches) => {
  expect(parseMeasure(typed)).toBe(inches);
  if (inches) expect(parseMeasure(formatMeasure(inches))).toBe(inches);
});

it('reads percentages exactly, with at most four decimals', () => {
  expect(['8.25', '8.2501 %', '25%', '0.0001', '1.23456', 'x'].map(parsePercent)).toEqual([
    82_500,
    82_501,
    250_000,
    1,
    null,
    null,
  ]);
});

it('makes an id of a name in any script', () => {
  expect(['12-Yard', 'Café & Crème ', '!!!'].map(slugOf)).toEqual(['12-yard', 'cafe-creme', '']);
});
