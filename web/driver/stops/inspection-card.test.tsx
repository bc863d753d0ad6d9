import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { InspectionCard } from '#web/driver/inspections/InspectionCard.tsx';
import { InspectionPage } from '#web/driver/inspections/InspectionPage.tsx';
import { recordedInspection } from '#web/driver/inspections/inspection-state.ts';
import { replacedItems } from '#web/driver/outbox/recordings.ts';
import { type DriverSnapshot, record } from '#web/driver/store.ts';
import { asStored, sampleAction, sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';

const phone = vi.hoisted((): { shown: Partial<DriverSnapshot> } => ({ shown: {} }));
vi.mock(import('#web/driver/store.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    record: vi.fn(async () => true),
    useDriver: (select) => select({ ...real.useWholeDriver(), ...phone.shown }),
  };
});
afterEach(() => {
  cleanup();
  phone.shown = {};
  vi.clearAllMocks();
});

const REPORT = {
  id: '7d1f3c52-7c1a-4d58-9a36-0d6a52f1c001',
  routeId: 9,
  kind: 'after' as const,
  driver: 'Nell',
  doneAt: '2026-11-22T20:00:00.000Z',
  defects: [{ item: 'Horn', note: 'Quiet', photoIds: [] }],
  isSafe: true,
  repair: null,
};
const routeWith = (change: Partial<NonNullable<DriverRoute['inspection']>> = {}): DriverRoute => ({
  ...sampleRoutes([sampleStop()]).routes[0]!,
  truck: { id: 5, name: 'Truck 5', plate: '' },
  inspection: { items: ['Tires', 'Horn'], before: null, after: null, lastReport: null, ...change },
});

test("'No defects' is one tap", async () => {
  render(<InspectionCard route={routeWith()} isDayOver={false} />);
  screen.getByText('Tires, Horn.');
  fireEvent.click(screen.getByRole('button', { name: 'No defects' }));
  await waitFor(() => expect(record).toHaveBeenCalled());
  const payload = { kind: 'before', truckId: 5, defects: [], isSafe: true };
  expect(record).toHaveBeenCalledExactlyOnceWith({ id: 11, name: 'Truck' }, [
    { kind: 'action', type: 'inspection', payload },
  ]);
});

test('the last report of the truck is read and confirmed with the same tap', async () => {
  render(<InspectionCard route={routeWith({ lastReport: REPORT })} isDayOver={false} />);
  screen.getByText(/Not signed off yet: ask the office before you drive\./);
  fireEvent.click(screen.getByRole('button', { name: 'I have read it. No defects' }));
  await waitFor(() => expect(record).toHaveBeenCalled());
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject([{ payload: { confirmedId: REPORT.id } }]);
});

test('at the end of the day it asks again, and shows what was reported', () => {
  const before = { ...REPORT, kind: 'before' as const, isSafe: false };
  render(<InspectionCard route={routeWith({ before })} isDayOver />);
  screen.getByText(/Reported: Horn: Quiet\. Not safe to drive: wait for the office\./);
  screen.getByRole('heading', { name: 'Inspect truck at the end of the day' });
  expect(screen.getAllByRole('link', { name: 'Report a defect' })).toHaveLength(1);
});

test('what the phone recorded counts before it is sent, and a refused one does not', () => {
  const action = sampleAction('inspection', { kind: 'before', truckId: 5, defects: [], isSafe: true });
  expect(recordedInspection(routeWith(), 'before', asStored([action]))).toMatchObject({ isSafe: true });
  expect(recordedInspection(routeWith(), 'after', asStored([action]))).toBeNull();
  expect(recordedInspection(routeWith(), 'before', asStored([action], 'refused'))).toBeNull();
});

test('a refused inspection says why at the inspection, and its report is corrected instead of typed again', () => {
  const payload = {
    kind: 'before',
    truckId: 5,
    isSafe: false,
    defects: [{ item: 'Horn', note: 'Silent', photoIds: ['a'] }],
  };
  const items = asStored([sampleAction('inspection', payload)], 'refused').map((item) => ({
    ...item,
    reason: 'Must be at most 80 characters',
  }));
  const stored = { reply: { ...sampleRoutes([]), routes: [routeWith()] }, readAtMs: 0 };
  phone.shown = { items, routes: stored };
  render(<InspectionCard route={routeWith()} isDayOver />);
  const card = screen.getByRole('region', { name: 'Inspect truck' });
  expect(within(card).getByRole('alert').textContent).toBe(
    'Truck inspection was refused. Record it again.Must be at most 80 characters',
  );
  // The one at the end of the day is another.
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  cleanup();
  render(<InspectionPage routeId={1} kind="before" />);
  screen.getByText('Must be at most 80 characters');
  screen.getByRole('button', { name: 'Another photo (1 taken): Horn' });
  expect([
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Horn' }).checked,
    screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked,
    screen.getByLabelText<HTMLInputElement>('What is wrong: Horn').value,
  ]).toEqual([true, true, 'Silent']);
});

test('a new inspection replaces a refused one of its kind only', () => {
  const payload = { truckId: 5, defects: [], isSafe: true };
  const [before, after] = [
    sampleAction('inspection', { kind: 'before', ...payload }),
    sampleAction('inspection', { kind: 'after', ...payload }),
  ];
  const refused = asStored([before], 'refused');
  expect(replacedItems(refused, [after])).toEqual([]);
  expect(replacedItems(refused, [sampleAction('inspection', { kind: 'before', ...payload })])).toEqual(
    refused,
  );
});
