import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReconciliationIssue } from '#contract/reconciliation.ts';
import { Toaster } from '#web/kit/ui/toast/Toaster.tsx';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import ReconciliationPage from './ReconciliationPage.tsx';

const LIST = 'GET /api/admin/reconciliation?state=open&limit=25';
const ALL = 'GET /api/admin/reconciliation?limit=25';
const SETTLE = 'POST /api/admin/reconciliation/4/settle';
const LAST = {
  'GET /api/admin/reconciliation/last': {
    body: { ranAt: '2026-11-21T07:30:00.000Z', payments: 12, refunds: 1, differences: 1 },
  },
};

function issue(changes: Partial<ReconciliationIssue> = {}): ReconciliationIssue {
  return {
    id: 4,
    objectId: 'pi_3Missing',
    type: 'payment',
    difference: 'missing_here',
    bookingId: null,
    ledgerStatus: null,
    ledgerAmount: null,
    stripeStatus: 'succeeded',
    stripeAmount: 42_500,
    foundAt: '2026-11-21T07:30:00.000Z',
    settledAt: null,
    settledBy: null,
    isInLedger: false,
    ...changes,
  };
}

const page = (...issues: ReconciliationIssue[]) => ({
  body: issues,
  headers: { 'X-Total-Count': String(issues.length), 'X-Sort': '-id' },
});

let office: ReturnType<typeof showOffice>;
function show(replies: Parameters<typeof serve>[0], { role = 'admin', search = '?state=open' } = {}) {
  const asked = serve({
    'GET /api/admin/current-user': { body: { ...DANA, role } },
    ...LAST,
    ...replies,
  });
  office = showOffice(
    <>
      <ReconciliationPage />
      <Toaster />
    </>,
    { path: `/admin/reconciliation${search}` },
  );
  return asked;
}

const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
const settleButton = () => screen.findByRole('button', { name: 'Settle pi_3Missing' });

afterEach(() => {
  office.leave();
  cleanup();
  vi.unstubAllGlobals();
});

test('shows each difference as text, and when the comparison ran', async () => {
  const refund = issue({
    id: 3,
    objectId: 're_3Part',
    type: 'refund',
    difference: 'status',
    bookingId: 12,
    isInLedger: true,
    ledgerStatus: 'pending',
    ledgerAmount: 1_500,
    stripeStatus: 'succeeded',
    stripeAmount: 1_500,
  });
  show({ [LIST]: page(issue(), refund) });
  const missing = await row(/pi_3Missing/);
  for (const words of ['Payment', 'Nov 21, 2026, 2:30 AM', 'Missing in our records', 'Nothing', '$425.00'])
    expect(missing.textContent).toContain(words);
  expect(within(missing).queryByRole('link')).toBeNull();
  const other = await row(/re_3Part/);
  for (const words of ['Refund', 'Different status', '$15.00', 'Refund Pending', 'Refunded'])
    expect(other.textContent).toContain(words);
  const links = within(other).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/transactions/re_3Part',
    '/admin/bookings/12',
  ]);
  expect(
    await screen.findByText(
      'Last compared on Nov 21, 2026, 2:30 AM: 12 payments and 1 refund of the last days, 1 difference.',
    ),
  ).toBeTruthy();
});

test('a settled difference leaves the list', async () => {
  let isSettled = false;
  const asked = show({
    [LIST]: () => (isSettled ? page() : page(issue())),
    [SETTLE]: () => {
      isSettled = true;
      return { body: issue({ settledAt: '2026-11-21T15:00:00.000Z', settledBy: 'dana', isInLedger: true }) };
    },
  });
  const button = await settleButton();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText('Difference Settled')).toBeTruthy();
  expect(await screen.findByText('No differences')).toBeTruthy();
  expect(asked.filter(({ call }) => call === SETTLE)).toHaveLength(1);
});

test('a difference that cannot be settled stays and shows what still differs', async () => {
  const why = 'This cannot be settled yet. Our records have a payment that Stripe does not know.';
  show({ [LIST]: page(issue()), [SETTLE]: refusal(409, 'conflict', why) });
  fireEvent.click(await settleButton());
  expect(await screen.findByText(why)).toBeTruthy();
  await waitFor(async () => expect((await settleButton()).ariaDisabled).not.toBe('true'));
});

test('a view-only user sees no button', async () => {
  show({ [LIST]: page(issue()) }, { role: 'view_only' });
  expect((await row(/pi_3Missing/)).textContent).toContain('Not settled yet');
  expect(screen.queryByRole('button', { name: /^Settle/ })).toBeNull();
});

test('settled differences show who settled them; an empty list shows its text', async () => {
  const settled = { settledAt: '2026-11-21T15:00:00.000Z', isInLedger: true };
  show(
    {
      [ALL]: page(issue({ ...settled, settledBy: 'dana' }), issue({ id: 3, objectId: 're_1', ...settled })),
      'GET /api/admin/reconciliation?state=settled&limit=25': page(),
    },
    { search: '' },
  );
  expect((await row(/pi_3Missing/)).textContent).toContain('dana');
  expect((await row(/re_1/)).textContent).toMatch(/by itself/);
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'settled' } });
  expect(await screen.findByText('No differences')).toBeTruthy();
});

test('a list that does not load shows an error and can be loaded again', async () => {
  let isUp = false;
  const broken = () => refusal(500, 'internal', 'Something went wrong.');
  show({
    [LIST]: () => (isUp ? page(issue()) : broken()),
    'GET /api/admin/reconciliation/last': () =>
      isUp ? { body: { ranAt: null, payments: 0, refunds: 0, differences: 0 } } : broken(),
  });
  expect(await screen.findByText('The differences could not be loaded.')).toBeTruthy();
  expect(await screen.findByText('The last comparison could not be looked up.')).toBeTruthy();
  isUp = true;
  for (const button of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(button);
  expect(await row(/pi_3Missing/)).toBeTruthy();
  expect(await screen.findByText(/Nothing has been compared yet/)).toBeTruthy();
});
