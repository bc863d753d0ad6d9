import type { Day } from '#domain/shared/days.ts';

/** A delivery and the days for which it needs a unit. */
export type DeliveryDemand = { jobId: number; dumpsterType: string; from: Day; to: Day };

/** A unit in the yard with one time for which it is taken; both days are null if it is not taken. */
export type YardUnitRow = {
  id: number;
  number: string;
  dumpsterType: string;
  takenFrom: Day | null;
  takenTo: Day | null;
};

/**
 * For each delivery a unit of its size that is free for its days, and another one for each: a job without an entry gets
 * none. Deliveries come in the order of `demands`, units in the order of `rows`.
 */
export function proposeUnits(
  demands: readonly DeliveryDemand[],
  rows: readonly YardUnitRow[],
): Map<number, { id: number; number: string }> {
  const ofType = Map.groupBy([...Map.groupBy(rows, ({ id }) => id).values()], ([row]) => row?.dumpsterType);
  const proposed = new Set<number>();
  const found = new Map<number, { id: number; number: string }>();
  for (const { jobId, dumpsterType, from, to } of demands) {
    const isTaken = ({ takenFrom, takenTo }: YardUnitRow) =>
      takenFrom !== null && takenTo !== null && takenTo >= from && takenFrom <= to;
    const units = ofType.get(dumpsterType) ?? [];
    const unit = units.find(
      ([row, ...more]) => row && !proposed.has(row.id) && ![row, ...more].some(isTaken),
    );
    const [first] = unit ?? [];
    if (!first) continue;
    proposed.add(first.id);
    found.set(jobId, { id: first.id, number: first.number });
  }
  return found;
}
