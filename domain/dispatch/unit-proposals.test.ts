import { expect, it } from 'vitest';
import { proposeUnits, type YardUnitRow } from './unit-proposals.ts';

const demand = (jobId: number, changes = {}) => ({
  jobId,
  dumpsterType: '15-yard',
  from: '2026-12-01',
  to: '2026-12-07',
  ...changes,
});
const unit = (id: number, changes: Partial<YardUnitRow> = {}): YardUnitRow => ({
  id,
  number: `D-${id}`,
  dumpsterType: '15-yard',
  takenFrom: null,
  takenTo: null,
  ...changes,
});
const taken = (takenFrom: string, takenTo: string) => ({ takenFrom, takenTo });
const ids = (...input: Parameters<typeof proposeUnits>) =>
  [...proposeUnits(...input)].map(([jobId, { id }]) => [jobId, id]);

it('each delivery gets another unit, and none is proposed when no unit is left', () => {
  expect(ids([demand(1), demand(2), demand(3)], [unit(7), unit(8)])).toEqual([
    [1, 7],
    [2, 8],
  ]);
});

it('a unit of another size, or taken on one of the days, is not proposed', () => {
  const rows = [
    unit(1, { dumpsterType: '20-yard' }),
    unit(2, taken('2026-12-07', '2026-12-09')),
    unit(3, taken('2026-11-20', '2026-11-25')),
    unit(3, taken('2026-11-28', '2026-12-01')),
    unit(4, taken('2026-12-08', '2026-12-20')),
  ];
  expect(ids([demand(1), demand(2, { dumpsterType: '20-yard' })], rows)).toEqual([
    [1, 4],
    [2, 1],
  ]);
});
