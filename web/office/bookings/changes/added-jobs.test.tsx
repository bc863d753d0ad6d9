import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  bodies,
  doneChange,
  openChanges,
  openedDialog,
  pickerDay,
  readyButton,
  TODAY,
} from '#web/test/booking-changes.tsx';
import { sampleJob } from '#web/test/bookings.ts';
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
  prices: { extraDay: null, exchange: null, dumpAndReturn: null, isWeightBilled: false, items: [trip] },
};

test('a dump and return is added with its time of day, from the card of jobs, and asks for an amount', async () => {
  const asked = await openChanges(
    ({ unitAmount }) =>
      unitAmount === undefined
        ? { allowed: false, reasons: [{ code: 'amount_needed', message: 'Enter an amount.', offers: [] }] }
        : {},
    undefined,
    ON_SITE,
  );
  fireEvent.click(button('Add job to booking #12'));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['ExchangeX', 'Dump and return', 'Relocation on site']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Dump and return' }));
  const dialog = await openedDialog('Dump and return');
  expect(dialog.queryByLabelText('Charge')).toBeNull();
  expect(dialog.queryByLabelText('Amount for the dump and return')).toBeNull();
  fireEvent.change(dialog.getByLabelText('When the customer expects the driver'), {
    target: { value: 'morning' },
  });
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  fireEvent.change(await dialog.findByLabelText('Amount for the dump and return'), {
    target: { value: '0' },
  });
  dialog.getByText('In dollars, 0 for no charge. The price list of this booking has no price for it.');
  fireEvent.click(await readyButton('Dump and return on Dec 4 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({
    type: 'dump_and_return',
    day: '2026-12-04',
    timeWindow: 'morning',
    unitAmount: 0,
    preview: false,
  });
  expect(toasted().slice(0, 2)).toEqual([
    'Dump and return Added',
    'It is planned for Dec 4. The customer gets an e-mail.',
  ]);
});

test('a dump and return with a price of the card asks for no amount', async () => {
  const asked = await openChanges(() => ({}), undefined, ON_SITE);
  fireEvent.click(button('Add job to booking #12'));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Dump and return' }));
  const dialog = await openedDialog('Dump and return');
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  const submit = await readyButton('Dump and return on Dec 4 and notify Maria');
  expect(dialog.queryByLabelText('Amount for the dump and return')).toBeNull();
  fireEvent.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toEqual(expect.not.objectContaining({ unitAmount: expect.anything() }));
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

const RELOCATION = sampleJob({ id: 33, type: 'relocate_on_site', dueDay: '2026-12-04' });
const jobCharge = {
  label: 'Extra trip',
  amount: 9_000,
  takenOff: { total: 42_500, balance: 0 },
  kept: { total: 51_500, balance: 9_000 },
};
/** The page with a relocation that has a charge; `reply` is the reply to its removal. */
async function openRemoval(reply: () => { status?: number; body?: unknown }, charge: unknown = jobCharge) {
  const jobs = [sampleJob({ status: 'done' }), RELOCATION];
  const asked = await openChanges(
    (body) => ({
      difference: charge && body.charge === 'take_off' ? -9_000 : 0,
      jobCharge: charge as typeof jobCharge | null,
    }),
    () => {
      const answer = reply();
      if (!answer.status) jobs.pop();
      return answer;
    },
    { ...ON_SITE, [JOBS]: () => ({ body: [...jobs] }) },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Relocation on site' }));
  return { asked, dialog: await openedDialog('Remove this relocation on site?') };
}

test('a removed job takes its charge off unless it is kept as a fee; both say what they come to', async () => {
  const { asked, dialog } = await openRemoval(() => doneChange());
  await readyButton('Remove job, take off $90.00 and notify Maria');
  dialog.getByRole('radio', { name: /^Take the charge off .*Total \$425\.00, nothing left to pay$/ });
  fireEvent.click(dialog.getByRole('radio', { name: /^Keep it .*Total \$515\.00, \$90\.00 left to pay$/ }));
  fireEvent.click(await readyButton('Remove job, keep $90.00 and notify Maria'));
  await waitFor(() => expect(toasted()[0]).toBe('Relocation on site Removed'));
  await waitFor(() => expect(screen.queryByText('Relocation on site')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Delivery and Pickup' }));
  expect(bodies(asked).map(({ preview, charge }) => [preview, charge])).toEqual([
    [true, 'take_off'],
    [true, 'keep'],
    [false, 'keep'],
  ]);
  expect(bodies(asked).at(-1)).toMatchObject({ type: 'remove_job', jobId: 33 });
});

test('a refusal of a removal says why and keeps the job; a job without a charge asks nothing', async () => {
  const message = 'The driver is on the way.';
  const { dialog } = await openRemoval(
    () => ({ status: 409, body: { code: 'conflict', message, requestId: 'r', reasons: [], warnings: [] } }),
    null,
  );
  fireEvent.click(await readyButton('Remove job and notify Maria'));
  await dialog.findByText(/The driver is on the way\./);
  dialog.getByText(/No charge was added with this job/);
  expect(dialog.queryByRole('radio')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Keep job' }));
  await screen.findByRole('button', { name: 'Remove: Relocation on site' });
});
