import type { Dumpster } from '#contract/inventory.ts';
import { DUMPSTER_SIZES, parseDumpsterType } from '#domain/rental.ts';
import type { DumpsterValues } from './DumpsterFields.tsx';

/** A unit as its form shows it. A size that this page does not know is shown as the first one (SPEC 5). */
export function valuesOf({ dumpsterNumber, dumpsterType, isAvailable, notes }: Dumpster): DumpsterValues {
  return {
    dumpsterNumber,
    dumpsterType: parseDumpsterType(dumpsterType) ?? DUMPSTER_SIZES[0].id,
    isAvailable,
    notes: notes ?? '',
  };
}

/** What a form would change of a unit, so a size that was only shown is never sent. */
export function changesOf(
  unit: Dumpster,
  values: Partial<DumpsterValues>,
  isTypeTouched: boolean,
): Partial<DumpsterValues> {
  const before = valuesOf(unit);
  const isUnknown = parseDumpsterType(unit.dumpsterType) === null;
  const changed = Object.entries(values).filter(([field, value]) => {
    if (field === 'dumpsterType' && isUnknown) return isTypeTouched;
    return value !== undefined && value !== before[field as keyof DumpsterValues];
  });
  return Object.fromEntries(changed);
}

export const FIELD_LABELS = {
  dumpsterNumber: 'Dumpster number',
  dumpsterType: 'Dumpster type',
  isAvailable: 'Status',
  notes: 'Notes',
} as const;

/** What a field holds, in words. */
export function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'In service' : 'Out of service';
  if (value === null || value === undefined || value === '') return 'none';
  const text = String(value);
  return DUMPSTER_SIZES.find(({ id }) => id === text)?.name ?? text;
}
