import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import type { OutboxItem } from '#web/driver/outbox/items.ts';
import { asStored, sampleAction, sampleStop } from '#web/driver/test/driver-samples.ts';
import { computeStopState, nextStep, plannedUnits } from './stop-state.ts';

const arrivedExchange = () =>
  sampleStop({
    type: 'exchange',
    status: 'in_transit',
    arrivedAt: '2026-11-23T14:00:00.000Z',
    collectedUnit: { id: 2, number: '15-02' },
    requiredItems: ['unit', 'collected_unit'],
  });

test("a unit that was refused is never replaced by the planned one: the step stays 'which unit'", () => {
  const [refused] = asStored([sampleAction('unit', { number: '99-99', direction: 'collected' })], 'refused');
  const reason = 'There is no unit 99-99. Check the number.';
  const exchange = arrivedExchange();
  const state = computeStopState(exchange, [{ ...refused!, reason }]);
  expect(nextStep(state)).toEqual({ step: 'record', item: 'collected_unit' });
  expect(state.recorded.refusedUnits).toEqual([{ direction: 'collected', number: '99-99', reason }]);
  expect(plannedUnits(state).map(({ item }) => item)).toEqual(['unit']);
  // The phone has lost the item, and the server still says it.
  const known = { ...exchange, recorded: state.recorded };
  expect(nextStep(computeStopState(known, []))).toEqual({ step: 'record', item: 'collected_unit' });
  const sure = sampleAction('unit', { number: '99-99', direction: 'collected', isSure: true });
  const after = computeStopState(known, asStored([sure]));
  expect([after.recorded.refusedUnits, after.recorded.collectedUnit]).toEqual([[], '99-99']);
  expect(nextStep(after)).toMatchObject({ step: 'done', units: [{ item: 'unit' }] });
});

test('the plan is proposed for no unit that the driver typed, with any answer of the server', () => {
  const typed = fc.record({
    direction: fc.constantFrom('brought', 'collected'),
    number: fc.constantFrom('15-01', '15-02', '15-09', '99-99'),
    state: fc.constantFrom<OutboxItem['state']>('waiting', 'sent', 'refused'),
  });
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 8 }), (units) => {
      const items = asStored(units.map(({ state: _, ...payload }) => sampleAction('unit', payload)));
      const stored = items.map((item, index) => ({ ...item, state: units[index]!.state }));
      const state = computeStopState(arrivedExchange(), stored);
      for (const { direction } of plannedUnits(state)) {
        expect(units.filter((unit) => unit.direction === direction)).toEqual([]);
      }
      const next = nextStep(state);
      const isRefused = (direction: string) =>
        units.findLast((unit) => unit.direction === direction)?.state === 'refused';
      if (isRefused('brought') || isRefused('collected')) expect(next?.step).toBe('record');
    }),
    randomRuns({ sample: 200, long: 5000 }),
  );
});
