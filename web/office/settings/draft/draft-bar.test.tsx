import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import { previewRevision } from '#web/api/draft-preview.ts';
import { field, press, submit } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT } from '#web/test/office-catalog.ts';
import { DraftBar } from './DraftBar.tsx';
import VersionsPage from './VersionsPage.tsx';

const DRAFT = 'GET /api/admin/catalog/draft';
const DIFFERENCES = 'GET /api/admin/catalog/differences';
const PUBLISH = 'POST /api/admin/catalog/publish';
const PAGE = 'GET /';

const edited: CatalogDraft = { ...CATALOG_DRAFT, id: 2, changed: ['rates'] };
const differences = {
  baseId: 1,
  publishedId: 1,
  isSuperseded: false,
  differences: [
    { section: 'rates', text: '15-Yard, 7-Day: deposit changed from $425 to $450' },
    { section: 'dumpsterSizes', text: 'New size 12-Yard' },
  ],
  issues: [] as { path: string; message: string }[],
  brokenBookings: [{ bookingId: 7, customerName: 'Ada King', text: 'Delivery on Sunday, Dec 6, 2026' }],
  brokenBookingsCount: 1,
  overfullDays: [],
  sizesWithoutUnits: [] as string[],
};
const listed = { body: differences, headers: { ETag: '"d1"' } };

function show(replies: Parameters<typeof serve>[0]) {
  const asked = serve(replies);
  const office = showOffice(<DraftBar />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  return asked;
}

it('says that changes become a draft while there is none', async () => {
  show({ [DRAFT]: { body: CATALOG_DRAFT } });
  expect(await screen.findByText('Version 1 is what customers see')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish...' })).toBeNull();
});

it('lists the changes in words, needs a note, publishes what was listed and waits for the public page', async () => {
  const pages = [1, 2].map(
    (version) => `<script type="application/json" id="catalog">{"version":${version}}</script>`,
  );
  const asked = show({
    [DRAFT]: { body: edited },
    [DIFFERENCES]: listed,
    [PUBLISH]: { body: { id: 2, publishedAt: '2026-11-22T12:00:00.000Z' } },
    [PAGE]: () => ({ body: pages.length > 1 ? pages.shift() : pages[0] }),
  });
  await screen.findByText('Different from what customers see: Prices.');
  press('Publish...');
  expect(await screen.findByText('15-Yard, 7-Day: deposit changed from $425 to $450')).toBeTruthy();
  expect(screen.getByRole('link', { name: '#7 Ada King' }).getAttribute('href')).toBe('/admin/bookings/7');
  submit();
  expect(await screen.findByText('Say what changes and why')).toBeTruthy();
  expect(document.activeElement).toBe(field('note'));
  expect(asked.some(({ call }) => call === PUBLISH)).toBe(false);
  fireEvent.change(field('note'), { target: { value: 'New prices for spring' } });
  submit();
  await screen.findByText(/Waiting for the public page/);
  const sent = asked.find(({ call }) => call === PUBLISH);
  expect([sent?.body, sent?.ifMatch]).toEqual([{ note: 'New prices for spring' }, '"d1"']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('warns of an offered size without a unit, with a link to the inventory, and publishes all the same', async () => {
  const asked = show({
    [DRAFT]: { body: edited },
    [DIFFERENCES]: { ...listed, body: { ...differences, sizesWithoutUnits: ['12-Yard'] } },
    [PUBLISH]: { body: { id: 2, publishedAt: '2026-11-22T12:00:00.000Z' } },
    [PAGE]: { body: '<script type="application/json" id="catalog">{"version":2}</script>' },
  });
  await screen.findByText('Based on version 1');
  press('Publish...');
  const warning = (await screen.findByText('Sizes that are always sold out:')).parentElement;
  expect(warning?.textContent).toContain('Customers cannot book the 12-Yard: there is no unit of it yet.');
  expect(screen.getByRole('link', { name: 'Inventory' }).getAttribute('href')).toBe('/admin/inventory');
  fireEvent.change(field('note'), { target: { value: 'A smaller size' } });
  submit();
  await waitFor(() => expect(asked.some(({ call }) => call === PUBLISH)).toBe(true));
});

const TERMS = 'GET /api/admin/terms';
const texts = {
  current: {
    terms: { version: '2026-11', markdown: FIRST_TERMS.terms },
    privacy: { version: '2026-11', markdown: FIRST_TERMS.privacy },
  },
  versions: [],
};

it('warns before publishing prices that the terms contradict, and links to the terms', async () => {
  const rates = edited.sections.rates.map((rate) => ({ ...rate, price: 60_000 }));
  const priced = { ...edited, sections: { ...edited.sections, rates } };
  show({ [DRAFT]: { body: priced }, [DIFFERENCES]: listed, [TERMS]: { body: texts } });
  await screen.findByText('Based on version 1');
  press('Publish...');
  expect(await screen.findByText('Your terms of service say something else than this draft:')).toBeTruthy();
  expect(screen.getByText(/The amounts shown when you book are deposits only/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Policy and terms' });
  expect(link.getAttribute('href')).toBe('/admin/settings/policy');
});

it('asks to check terms in other words when the cancellation rule changes', async () => {
  const cancellation = (freeHours: number) => ({
    ...edited.sections.policy,
    cancellation: { freeHours, fee: { type: 'percent' as const, percent: 50 } },
  });
  const sections = { ...edited.sections, policy: cancellation(24) };
  const markdown = 'You can cancel free of charge until 48 hours before the delivery day begins.';
  const current = { ...texts.current, terms: { version: '2026-12', markdown } };
  show({
    [DRAFT]: { body: { ...edited, sections, publishedPolicy: cancellation(48) } },
    [DIFFERENCES]: listed,
    [TERMS]: { body: { ...texts, current } },
  });
  await screen.findByText('Based on version 1');
  press('Publish...');
  const warning = await screen.findByText(
    /^The terms of service speak of cancellation: check that they agree/,
  );
  expect(warning.textContent).toContain('“You can cancel free of charge until 24 hours before 12:00 AM');
  expect(screen.getByRole('link', { name: 'Policy and terms' })).toBeTruthy();
  expect(screen.queryByText(/say something else/)).toBeNull();
});

it('says nothing about the terms while only deposits are published', async () => {
  const asked = show({ [DRAFT]: { body: edited }, [DIFFERENCES]: listed, [TERMS]: { body: texts } });
  await screen.findByText('Based on version 1');
  press('Publish...');
  await screen.findByText('New size 12-Yard');
  await waitFor(() => expect(asked.some(({ call }) => call === TERMS)).toBe(true));
  await act(async () => {});
  expect(screen.queryByText(/Your terms of service say/)).toBeNull();
});

it('a draft with problems names them and cannot be published', async () => {
  const message = '15-Yard, 7-Day: the deposit is above the price';
  show({
    [DRAFT]: { body: edited },
    [DIFFERENCES]: { body: { ...differences, issues: [{ path: 'rates.3.deposit', message }] } },
  });
  await screen.findByText('Based on version 1');
  press('Publish...');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});

it('lists the changes again when the draft changed while the list was read, and keeps the note', async () => {
  const replies: Parameters<typeof serve>[0] = {
    [DRAFT]: { body: edited },
    [DIFFERENCES]: listed,
    [PUBLISH]: refusal(409, 'stale', 'Stale'),
  };
  show(replies);
  await screen.findByText('Based on version 1');
  press('Publish...');
  await screen.findByText('New size 12-Yard');
  fireEvent.change(field('note'), { target: { value: 'Spring' } });
  const newer = { ...differences, differences: [{ section: 'dumpsterSizes', text: 'New size 40-Yard' }] };
  replies[DIFFERENCES] = { body: newer, headers: { ETag: '"d2"' } };
  submit();
  expect(await screen.findByText(/The draft changed while this dialog was open/)).toBeTruthy();
  expect(await screen.findByText('New size 40-Yard')).toBeTruthy();
  expect(field('note').value).toBe('Spring');
});

it('a superseded draft is brought up to date section by section', async () => {
  const asked = show({
    [DRAFT]: { body: { ...edited, publishedId: 3, isSuperseded: true } },
    [DIFFERENCES]: { body: { ...differences, publishedId: 3, isSuperseded: true } },
    'POST /api/admin/catalog/draft/rebase': { body: CATALOG_DRAFT },
  });
  await screen.findByText('Based on version 1');
  press('Bring up to date...');
  const sizes = within(await screen.findByRole('group', { name: 'Sizes' }));
  fireEvent.click(sizes.getByLabelText('Take version 3'));
  submit();
  await waitFor(() =>
    expect(asked.find(({ call }) => call.endsWith('/rebase'))?.body).toEqual({
      publishedId: 3,
      take: ['dumpsterSizes'],
    }),
  );
});

it('links every booking that breaks a rule and those of overfull days, and folds long lists', async () => {
  const errors = vi.spyOn(console, 'error');
  const many = Array.from({ length: 15 }, (_, index) => ({ section: 'rates', text: `Rate ${index}` }));
  const brokenBookings = ['Delivery on a Sunday', 'Pickup on a closed day'].map((text) => ({
    bookingId: 7,
    customerName: 'Ada King',
    text,
  }));
  const overfullDays = [{ text: 'Monday, Dec 7, 2026 has 14 truck moves', bookingIds: [8, 9] }];
  sessionStorage.setItem(
    'settings-draft-calendar',
    JSON.stringify({ id: null, etag: '"0"', before: {}, input: { leadDays: '3' } }),
  );
  show({
    [DRAFT]: { body: edited },
    [DIFFERENCES]: {
      body: { ...differences, differences: many, brokenBookings, brokenBookingsCount: 3, overfullDays },
    },
  });
  await screen.findByText('Based on version 1');
  press('Publish...');
  expect(await screen.findAllByRole('link', { name: '#7 Ada King' })).toHaveLength(2);
  expect(screen.getByText('2 more bookings')).toBeTruthy();
  expect(screen.getByRole('link', { name: '#9' }).getAttribute('href')).toBe('/admin/bookings/9');
  expect(screen.getByText(/^Calendar\. It is not published/)).toBeTruthy();
  expect(screen.queryByText('Rate 14')).toBeNull();
  press('Show all 15');
  expect(screen.getByText('Rate 14')).toBeTruthy();
  expect(errors).not.toHaveBeenCalled();
});

it('lists what is lost before the draft is discarded, and discards what was listed', async () => {
  const asked = show({
    [DRAFT]: { body: edited },
    [DIFFERENCES]: listed,
    [`DELETE ${DRAFT.slice(4)}`]: { status: 204 },
  });
  await screen.findByText('Based on version 1');
  press('Discard draft');
  expect(await screen.findByText('New size 12-Yard')).toBeTruthy();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(asked.find(({ call }) => call.startsWith('DELETE'))?.ifMatch).toBe('"d1"'));
});

it('the preview offers to show the changes of a colleague, and is closed with Back', async () => {
  let draft = { ...edited, etags: { ...edited.etags, rates: '"1"' } };
  const asked = show({ [DRAFT]: () => ({ body: draft }) });
  await screen.findByText('Based on version 1');
  press('Preview');
  const find = async () => await screen.findByTitle<HTMLIFrameElement>('The booking page with the draft');
  const frame = await find();
  expect(frame.getAttribute('src')).toBe('/admin/preview');
  const say = (data: unknown, source = frame.contentWindow, origin = window.location.origin) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, source, origin })));
  say({ type: 'draft-preview', revision: previewRevision(draft) });
  expect(screen.queryByText(/The draft has changed/)).toBeNull();
  draft = { ...draft, etags: { ...draft.etags, rates: '"2"' } };
  say({ type: 'draft-preview-signed-out' }, window);
  // The public page reports its height to every page around it.
  say({ type: 'booking-app-height', height: 900 });
  const before = asked.length;
  say({ type: 'draft-preview-signed-out' });
  await screen.findByText('The draft has changed since this preview was loaded.');
  expect(asked.length).toBe(before + 1);
  press('Show the changes');
  expect(await find()).not.toBe(frame);
  expect(screen.queryByText(/The draft has changed/)).toBeNull();
  press('Back');
  expect(screen.queryByTitle('The booking page with the draft')).toBeNull();
});

it('a version says in words what it changed; the first one changed nothing', async () => {
  const version = { status: 'superseded', note: 'Spring prices', publishedBy: 'Dana Cole', bookings: 2 };
  const versions = [
    { ...version, id: 4, status: 'published', publishedAt: '2026-11-20T15:00:00.000Z' },
    { ...version, id: 1, note: 'First catalog', publishedBy: null, publishedAt: '1970-01-01T00:00:00.000Z' },
  ];
  serve({
    [DRAFT]: { body: CATALOG_DRAFT },
    'GET /api/admin/catalog/history': { body: versions },
    'GET /api/admin/catalog/history/4': {
      body: {
        ...versions[0],
        sections: CATALOG_DRAFT.sections,
        zoneZipCounts: {},
        previousId: 1,
        differences: differences.differences,
      },
    },
  });
  const office = showOffice(<VersionsPage />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  await screen.findByText('First catalog');
  fireEvent.click(screen.getByRole('button', { name: /^What changed/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What version 4 changed' }));
  expect(await dialog.findByText('New size 12-Yard')).toBeTruthy();
  expect(dialog.getByText('Spring prices. Compared with version 1.')).toBeTruthy();
});
