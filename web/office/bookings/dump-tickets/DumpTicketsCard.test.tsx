import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DumpTicket } from '#contract/dump-tickets.ts';
import type { DispatchSite } from '#contract/sites.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { announced } from '#web/test/actions.ts';
import { refusal } from '#web/test/office.tsx';
import { button, FEES, GET, inTurn, read, section, show } from '#web/test/office-booking.tsx';

const ADD = 'POST /api/bookings/12/dump-fees';
const VOID = 'POST /api/bookings/12/dump-fees/3/void';

const ticket = (changes: Partial<DumpTicket> = {}): DumpTicket => ({
  id: 3,
  bookingId: 12,
  weight: 2400,
  dumpLocation: 'County landfill',
  dumpDate: '2026-11-20',
  feeAmount: 8000,
  ticketNumber: null,
  notes: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  createdBy: 7,
  voidedAt: null,
  voidedBy: null,
  ...changes,
});
const VOIDED = { voidedAt: '2026-11-21T19:00:00.000Z', voidedBy: 7 };

test('tickets are listed; a voided one is struck through and not counted', async () => {
  show({
    [FEES]: { body: [ticket(), ticket({ id: 4, feeAmount: 99_900, notes: 'Twice', ...VOIDED })] },
  });
  const [counted, voided] = await within(await section('Dump Tickets')).findAllByRole('listitem');
  expect(counted?.textContent).toContain('County landfill$80.00Nov 20, 2026, 2,400 lb');
  expect(counted?.querySelector('del')).toBe(null);
  expect(voided?.textContent).toContain('Voided');
  expect(voided?.querySelector('del')?.textContent).toContain('$999.00');
  expect(within(await section('Dump Tickets')).getAllByRole('button', { name: /^Void/ })).toHaveLength(1);
});

test('a ticket is added as typed, and the booking is loaded again', async () => {
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [FEES]: inTurn({ body: [] as DumpTicket[] }, { body: [ticket()] }),
    [ADD]: { status: 201, body: ticket() },
  });
  await screen.findByText('No dump tickets are recorded.');
  fireEvent.click(button('Add ticket'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a dump ticket' }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { exact: false }), { target: { value } });
  type('Weight', '2,400');
  type('Fee', '80');
  type('Dump location', ' County landfill ');
  fireEvent.click(dialog.getByRole('button', { name: 'Add ticket' }));
  expect(await screen.findByText('2,400 lb', { exact: false })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(asked.find(({ call }) => call === ADD)?.body).toEqual({
    weight: 2400,
    feeAmount: 8000,
    dumpLocation: 'County landfill',
    dumpDate: todayHere(),
    ticketNumber: '',
    notes: '',
  });
  expect(announced()).toBe('The dump ticket is added, with a fee of $80.00.');
});

test('a weight can be typed in tons, and the sites of Settings are offered', async () => {
  const asked = show({
    [FEES]: { body: [] },
    'GET /api/admin/sites': { body: [site('County landfill'), site('Main yard', 'yard')] },
    [ADD]: { status: 201, body: ticket() },
  });
  await screen.findByText('No dump tickets are recorded.');
  fireEvent.click(button('Add ticket'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a dump ticket' }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { exact: false }), { target: { value } });
  const options = () => [...document.querySelectorAll<HTMLOptionElement>('datalist option')];
  await waitFor(() => expect(options().map(({ value }) => value)).toEqual(['County landfill']));
  type('Measured in', 'tons');
  type('Weight', '1,25');
  type('Fee', '141,5');
  type('Dump location', 'Quarry of Ada');
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Add ticket' }));
  submit();
  expect(await dialog.findByText('Write decimals after a point, such as 1.25')).toBeTruthy();
  expect(dialog.getByText('Write cents after a point, such as 141.5')).toBeTruthy();
  type('Weight', '1.25');
  type('Fee', '141.5');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(asked.find(({ call }) => call === ADD)?.body).toMatchObject({
    weight: 2500,
    feeAmount: 14_150,
    dumpLocation: 'Quarry of Ada',
  });
});

const site = (name: string, kind: DispatchSite['kind'] = 'disposal'): DispatchSite => ({
  id: name.length,
  kind,
  name,
  address: '',
  lat: null,
  lng: null,
  hours: null,
  dayHours: [],
  acceptedWaste: null,
  version: 1,
});

test('errors of the form and of the server are shown at their fields; nothing typed is lost', async () => {
  const message = 'The dump date must not be in the future';
  const asked = show({
    [ADD]: refusal(400, 'invalid', { message, issues: [{ path: 'dumpDate', message }] }),
  });
  await screen.findByText('No dump tickets are recorded.');
  fireEvent.click(button('Add ticket'));
  const dialog = within(await screen.findByRole('dialog'));
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label, { exact: false });
  fireEvent.change(field('Weight'), { target: { value: '1.5' } });
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Add ticket' }));
  submit();
  expect(await dialog.findByText('Enter whole pounds, or choose tons')).toBeTruthy();
  expect(dialog.getByText('Enter an amount in dollars')).toBeTruthy();
  expect(dialog.getByText('Dump location is required')).toBeTruthy();
  expect(document.activeElement).toBe(field('Weight'));
  expect(asked.filter(({ call }) => call === ADD)).toEqual([]);
  fireEvent.change(field('Weight'), { target: { value: '1500' } });
  fireEvent.change(field('Fee'), { target: { value: '0' } });
  fireEvent.change(field('Dump location'), { target: { value: 'Landfill' } });
  submit();
  expect(await dialog.findByText(message, { selector: 'p' })).toBeTruthy();
  expect([field('Weight').value, field('Dump location').value]).toEqual(['1500', 'Landfill']);
});

test('a wrong ticket is voided after a confirmation', async () => {
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [FEES]: inTurn({ body: [ticket()] }, { body: [ticket(VOIDED)] }),
    [VOID]: { body: ticket(VOIDED) },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Void/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Void dump ticket?' }));
  expect(dialog.getByText('Nov 20, 2026, County landfill, $80.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Void' }));
  expect(await screen.findByText('Voided')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(document.activeElement?.tagName).toBe('LI');
  expect(asked.filter(({ call }) => call === VOID)).toHaveLength(1);
});

test('a ticket that another user voided first is named in the dialog and shown behind it', async () => {
  show({
    [GET]: inTurn(read(1), read(2)),
    [FEES]: inTurn({ body: [ticket()] }, { body: [ticket(VOIDED)] }),
    [VOID]: refusal(409, 'conflict', 'This dump ticket is voided already.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Void/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Void' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to void the dump ticket. This dump ticket is voided already.',
  );
  expect(await screen.findByText('Voided')).toBeTruthy();
});

test('a view-only user sees tickets and no buttons', async () => {
  show({ [FEES]: { body: [ticket()] } }, { role: 'view_only' });
  expect((await section('Status and Price')).textContent).not.toContain('Update');
  expect(await screen.findByText('2,400 lb', { exact: false })).toBeTruthy();
  for (const name of [/Add ticket/, /^Void/]) {
    expect(screen.queryByRole('button', { name })).toBe(null);
  }
});

test('tickets that do not load show an error and can be loaded again', async () => {
  show({ [FEES]: inTurn<object>(refusal(500, 'internal', 'Something went wrong.'), { body: [ticket()] }) });
  const card = within(await section('Dump Tickets'));
  expect(await card.findByText('The dump tickets could not be loaded.', { exact: false })).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Retry' }));
  expect(await card.findByRole('listitem')).toBeTruthy();
});
