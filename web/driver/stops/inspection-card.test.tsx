import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { InspectionCard } from '#web/driver/inspections/InspectionCard.tsx';
import { recordedInspection } from '#web/driver/inspections/inspection-state.ts';
import { record } from '#web/driver/store.ts';
import { asStored, sampleAction, sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';

vi.mock(import('#web/driver/store.ts'), async (original) => ({
  ...(await original()),
  record: vi.fn(async () => true),
}));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const REPORT = {
  ...{ id: '7d1f3c52-7c1a-4d58-9a36-0d6a52f1c001', routeId: 9, kind: 'after' as const, driver: 'Nell' },
  doneAt: '2026-11-22T20:00:00.000Z',
  defects: [{ item: 'Horn', note: 'Quiet', photoIds: [] }],
  ...{ isSafe: true, repair: null },
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
