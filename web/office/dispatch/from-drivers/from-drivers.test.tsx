import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NEVER_MOVED } from '#contract/inventory.ts';
import type { Role } from '#domain/accounts/access.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import FromDriversPage from './FromDriversPage.tsx';

const WAITING = 'GET /api/dispatch/waiting-actions';
const CONFLICTS = 'GET /api/dispatch/conflicts';
const ATTEMPTED = 'GET /api/dispatch/attempted-stops';
const AT = '2026-11-23T14:00:00.000Z';
const action = {
  id: 'a1',
  driver: 'Ray Dorsey',
  stopId: 4,
  bookingId: 12,
  type: 'ticket',
  stopType: 'disposal',
  site: 'Rapp Road Landfill',
  payload: { number: 'T-<77>', net: 2400, fee: 8000 },
  doneAt: AT,
  receivedAt: AT,
};
const conflict = {
  id: 3,
  kind: 'job_cancelled',
  label: 'Job was cancelled',
  message: "Recorded 'Done', but the job had been cancelled.",
  driver: 'Ray Dorsey',
  actionId: 'a2',
  photoId: null,
  stopId: 5,
  bookingId: 13,
  unit: null as string | null,
  damagedUnitId: null as number | null,
  doneAt: AT,
  createdAt: AT,
  resolvedAt: null,
  resolvedBy: null,
};
const attempted = {
  bookingId: 14,
  firstName: 'Ada',
  lastName: 'Moss',
  address: '1 Elm St',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  phoneDisplay: '(518) 555-0142',
  stop: {
    id: 6,
    type: 'delivery',
    driver: 'Ray Dorsey',
    reason: 'Access blocked: Car in the way',
    doneAt: AT as string | null,
  },
};
const DECIDE = 'POST /api/dispatch/waiting-actions/a1';

async function showPage(replies: Parameters<typeof serve>[0] = {}, role: Role = 'dispatcher') {
  const asked = serve({
    [WAITING]: { body: [action] },
    [CONFLICTS]: { body: [] },
    [ATTEMPTED]: { body: [attempted, { ...attempted, bookingId: 15, stop: null }] },
    ...replies,
  });
  const office = showOffice(<FromDriversPage />, { path: '/admin/dispatch/from-drivers' });
  act(() => office.session.enter({ username: 'dana', role }));
  await screen.findByRole('heading', { name: 'From Drivers' });
  return asked;
}

test('the page lists attempted stops and what waits for approval, each with its booking', async () => {
  await showPage();
  await screen.findByText('T-<77>, 2,400 lb, $80.00');
  screen.getByText('Disposal, Rapp Road Landfill');
  const first = (await screen.findByRole('link', { name: '#14 Ada Moss' })).closest('li') as HTMLElement;
  expect(first.textContent).toMatch(
    /Delivery: Access blocked: Car in the way.*1 Elm St.*\(518\) 555-0142Ray Dorsey, .*9:00 AM/,
  );
  within(first).getByRole('button', { name: 'Show record' });
  // A stop that is no longer on record.
  screen.getByRole('link', { name: '#15 Ada Moss' });
  screen.getByRole('link', { name: 'Booking #12' });
});

test('an empty page says so, and a list that fails can be read again', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong.'), { body: [] }];
  await showPage({ [WAITING]: { body: [] }, [ATTEMPTED]: () => replies.shift()! });
  await screen.findByText('Nothing waits for approval.');
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Every stop was completed.');
});

test('approving is one press; a refusal says why and the action stays', async () => {
  const replies = [
    refusal(409, 'conflict', 'This job was completed already.'),
    { body: { id: 'a1', approval: 'approved', conflict: null } },
  ];
  const lists = [{ body: [action] }, { body: [action] }, { body: [] }];
  const asked = await showPage({ [WAITING]: () => lists.shift()!, [DECIDE]: () => replies.shift()! });
  const approve = await screen.findByRole('button', { name: 'Approve' });
  fireEvent.click(approve);
  await screen.findByText('This job was completed already.');
  fireEvent.click(approve);
  await screen.findByText('Nothing waits for approval.');
  expect(asked.filter(({ call }) => call === DECIDE).map(({ body }) => body)).toEqual([
    { approve: true },
    { approve: true },
  ]);
});

test('an approval that ends as a conflict says what differs, not that it counts', async () => {
  const lists = [{ body: [action] }, { body: [] }];
  const message = "Recorded 'Ticket', but no load is known for it.";
  await showPage({
    [WAITING]: () => lists.shift() ?? { body: [] },
    [DECIDE]: { body: { id: 'a1', approval: 'approved', conflict: message } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByText('Nothing waits for approval.');
  expect(currentToast()).toMatchObject({
    title: 'Approved, but Check It',
    text: `${message} It is in the list "To Check" now.`,
  });
});

test('rejecting asks first', async () => {
  const lists = [{ body: [action] }, { body: [] }];
  const asked = await showPage({
    [WAITING]: () => lists.shift() ?? { body: [] },
    [DECIDE]: { body: { id: 'a1', approval: 'rejected', conflict: null } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  const reject = within(await screen.findByRole('dialog', { name: 'Reject this record?' }));
  fireEvent.click(reject.getByRole('button', { name: 'Reject' }));
  await screen.findByText('Nothing waits for approval.');
  const sent = asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  expect(sent).toEqual([{ approve: false }]);
});

test('a view-only user reads it and decides nothing', async () => {
  await showPage({}, 'view_only');
  await screen.findByText(/T-<77>/);
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  screen.getAllByRole('button', { name: 'Show record' });
});

test('a conflict names what differs, and is marked as resolved after a question', async () => {
  const lists = [{ body: [conflict] }, { body: [] }];
  const asked = await showPage({
    [CONFLICTS]: () => lists.shift() ?? { body: [] },
    'POST /api/dispatch/conflicts/3/resolve': { body: { ...conflict, resolvedAt: AT } },
  });
  await screen.findByText('Job was cancelled');
  screen.getByRole('link', { name: 'Booking #13' });
  fireEvent.click(screen.getByRole('button', { name: 'Mark as resolved' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as resolved?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as resolved' }));
  await screen.findByText('Nothing differs from the plan.');
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('a conflict about a unit links the unit, and the next item takes the focus of a resolved one', async () => {
  const elsewhere = { ...conflict, id: 4, label: 'Unit recorded elsewhere', unit: 'D-3' };
  const lists = [[conflict, elsewhere], [elsewhere], []];
  const resolved = { body: { ...conflict, resolvedAt: AT } };
  await showPage({
    [CONFLICTS]: () => ({ body: lists.shift() ?? [] }),
    'POST /api/dispatch/conflicts/3/resolve': resolved,
    'POST /api/dispatch/conflicts/4/resolve': resolved,
  });
  const unit = await screen.findByRole('link', { name: 'Unit D-3 in Inventory' });
  expect(unit.getAttribute('href')).toBe('/admin/inventory?search=D-3');
  const resolveFirst = async () => {
    const [button] = screen.getAllByRole('button', { name: 'Mark as resolved' });
    button?.focus();
    if (button) fireEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as resolved?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Mark as resolved' }));
  };
  await resolveFirst();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Unit recorded elsewhere/));
  await resolveFirst();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'To Check' })));
});

test('a damaged unit is taken out of service with one button, by who may change units', async () => {
  const damage = {
    ...conflict,
    id: 6,
    kind: 'unit_damaged',
    label: 'Unit is damaged',
    unit: 'D-3',
    damagedUnitId: 8,
  };
  const RECORD = { 'GET /api/dispatch/stops/5/record': { body: { photos: [] } } };
  await showPage({ [CONFLICTS]: { body: [damage] }, ...RECORD });
  await screen.findByText('Unit is damaged');
  expect(screen.queryByRole('button', { name: 'Take out of service' })).toBeNull();
  cleanup();
  const unit = {
    id: 8,
    dumpsterNumber: 'D-3',
    dumpsterType: '15-Yard',
    sizeId: '15-yard',
    isAvailable: false,
    notes: null,
    location: NEVER_MOVED,
  };
  let isResolved = false;
  const asked = await showPage(
    {
      [CONFLICTS]: () => ({ body: isResolved ? [] : [damage] }),
      ...RECORD,
      'PATCH /api/dumpsters/8': { body: unit },
      'POST /api/dispatch/conflicts/6/resolve': () => {
        isResolved = true;
        return { body: { ...damage, resolvedAt: AT } };
      },
    },
    'admin',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Take out of service' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take out of service?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Take out of service' }));
  await screen.findByText('Nothing differs from the plan.');
  const writes = asked.filter(({ call }) => !call.startsWith('GET'));
  expect(writes.map(({ call, body }) => [call, body])).toEqual([
    ['PATCH /api/dumpsters/8', { isAvailable: false }],
    ['POST /api/dispatch/conflicts/6/resolve', {}],
  ]);
});
