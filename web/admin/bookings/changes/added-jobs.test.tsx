import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  bodies,
  openChanges,
  openedDialog,
  pickerDay,
  readyButton,
  TODAY,
} from '#web/test/booking-changes.tsx';
import { sampleBooking, sampleJob } from '#web/test/bookings.ts';
import { button, GET, JOBS, PROPOSAL, read, section, show, toasted } from '#web/test/office-booking.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

const ON_SITE = { [GET]: read(1, { isOnSite: true }) };
const trip = {
  id: 'trip',
  name: 'Extra trip',
  unit: 'each',
  unitPrice: 9000,
  isTaxable: false,
  isActive: true,
};
const proposal = {
  proposal: null,
  prices: { extraDay: null, exchange: null, isWeightBilled: false, items: [trip] },
};

test('a dump and return is added with its time of day and a charge, from the card of jobs', async () => {
  const asked = await openChanges(() => ({}), undefined, { ...ON_SITE, [PROPOSAL]: { body: proposal } });
  fireEvent.click(button('Add job to booking #12'));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['ExchangeX', 'Dump and return', 'Relocation on site']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Dump and return' }));
  const dialog = await openedDialog('Dump and return');
  await dialog.findByText('It is added to the price with the job.');
  fireEvent.change(dialog.getByLabelText('Charge'), { target: { value: 'trip' } });
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'morning' },
  });
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  fireEvent.click(await readyButton('Dump and return on Dec 4 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({
    ...{ type: 'dump_and_return', day: '2026-12-04', timeWindow: 'morning', itemId: 'trip', preview: false },
  });
  expect(toasted().slice(0, 2)).toEqual([
    'Dump and return Added',
    'It is planned for Dec 4. The customer gets an e-mail.',
  ]);
});

test('an allowed exception of the day stays allowed when the charge and the time of day are chosen', async () => {
  const warnings = [{ rule: 'closed' as const, text: 'Dec 3, 2026: closed day.' }];
  const asked = await openChanges(
    ({ override }) => {
      const allowed = (override as string[]).includes('closed');
      const reason = { code: 'closed' as const, message: 'Closed.', offers: [] };
      return { allowed, warnings, reasons: allowed ? [] : [reason] };
    },
    undefined,
    { ...ON_SITE, [PROPOSAL]: { body: proposal } },
  );
  fireEvent.click(button('Add job to booking #12'));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Relocation on site' }));
  const dialog = await openedDialog('Relocation on site');
  fireEvent.click(pickerDay('2026-12-03'), { detail: 1 });
  fireEvent.click(await dialog.findByRole('checkbox', { name: /closed day/ }));
  await dialog.findByText('It is added to the price with the job.');
  fireEvent.change(dialog.getByLabelText('Charge'), { target: { value: 'trip' } });
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'afternoon' },
  });
  fireEvent.click(await readyButton('Relocate on Dec 3 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({ itemId: 'trip', override: ['closed'], preview: false });
});

test('before the delivery no job can be added', async () => {
  show({ [GET]: read(1) });
  await section('Delivery and Pickup');
  expect(screen.queryByRole('button', { name: /^Add job/ })).toBeNull();
});

test('a job that staff added is removed after a question; a refusal says why and keeps it', async () => {
  const jobs = [
    sampleJob({ status: 'done' }),
    sampleJob({ id: 33, type: 'relocate_on_site', dueDay: '2026-12-04' }),
  ];
  const replies = [
    { status: 409, body: { code: 'conflict', message: 'The driver is on the way.', requestId: 'r' } },
    { body: { ...sampleJob({ id: 33, status: 'cancelled' }), booking: sampleBooking() } },
  ];
  const asked = show({
    ...ON_SITE,
    [JOBS]: () => ({ body: [...jobs] }),
    'POST /api/jobs/33/cancel': () => {
      if (replies.length === 1) jobs.pop();
      return replies.shift()!;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Relocation on site' }));
  const dialog = await openedDialog('Remove this relocation on site?');
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: 'Remove job' }));
  confirm();
  await dialog.findByText('The driver is on the way.');
  confirm();
  await waitFor(() => expect(toasted()[0]).toBe('Relocation on site Removed'));
  await waitFor(() => expect(screen.queryByText('Relocation on site')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Delivery and Pickup' }));
  const sent = asked.filter(({ call }) => call.startsWith('POST'));
  expect(sent).toMatchObject([{ ifMatch: '"1"' }, { ifMatch: '"1"' }]);
});
