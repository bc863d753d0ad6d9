/** Why a truck or a driver is out for the rest of a day. */
export const ABSENCE_REASONS = ['breakdown', 'sick', 'other'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** A reason in the words of staff. */
export const ABSENCE_LABELS: Readonly<Record<AbsenceReason, string>> = {
  breakdown: 'The truck broke down',
  sick: 'The driver is sick',
  other: 'Another reason',
};

/** What is out: at least one of the two. `fromTime`: 'HH:MM' on the business's clock. */
export type Absence = {
  truckId: number | null;
  driverId: number | null;
  fromTime: string;
  reason: AbsenceReason;
  note: string;
};

type Crew = { truckId: number | null; driverId: number };

/** The first absence of the truck or the driver; null: both work all day. */
export function findAbsence<A extends Absence>(
  absences: readonly A[],
  { truckId, driverId }: { truckId: number | null; driverId: number | null },
): A | null {
  const isOf = (absence: A) =>
    (absence.truckId !== null && absence.truckId === truckId) ||
    (absence.driverId !== null && absence.driverId === driverId);
  return absences.find(isOf) ?? null;
}

/** 'Truck 1 is out from 10:00 AM: The truck broke down (engine)'. `time`: as it is shown. */
export function absenceText(
  { truckId, driverId, reason, note }: Absence,
  { crew, names, time }: { crew: Crew; names: { truck: string; driver: string }; time: string },
): string {
  const who = [
    ...(truckId !== null && truckId === crew.truckId ? [names.truck] : []),
    ...(driverId !== null && driverId === crew.driverId ? [names.driver] : []),
  ];
  const why = note === '' ? ABSENCE_LABELS[reason] : `${ABSENCE_LABELS[reason]} (${note})`;
  return `${who.join(' and ')} ${who.length > 1 ? 'are' : 'is'} out from ${time}: ${why}`;
}

/**
 * How many stops of a route stay with a crew that is out from an instant: those that are begun, and the planned ones
 * behind them that it leaves by then. `leavesMs`: when it leaves each stop.
 */
export function countStaying(
  stops: readonly { isBegun: boolean; leavesMs: number }[],
  fromMs: number,
): number {
  const first = stops.findIndex(({ isBegun, leavesMs }) => !isBegun && leavesMs > fromMs);
  return first < 0 ? stops.length : first;
}
