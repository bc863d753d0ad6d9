import { DAY_PRESETS, type DayPreset, presetDays } from '#domain/shared/day-presets.ts';
import type { Day } from '#domain/shared/days.ts';
import type { FilterValues } from './filters.ts';

const NO_DAYS = { deliveryDate: null, deliveryDateFrom: null, deliveryDateTo: null };

export const isPresetFilter = (name: string) => name in NO_DAYS;

/** The filters of a list of deliveries on the days of a preset; null: of all days. */
export function presetFilters(
  preset: DayPreset | null,
  today: Day,
): Record<keyof typeof NO_DAYS, Day | null> {
  if (!preset) return NO_DAYS;
  const { from, to } = presetDays(preset, today);
  if (from === to) return { ...NO_DAYS, deliveryDate: from };
  return { ...NO_DAYS, deliveryDateFrom: from, deliveryDateTo: to };
}

/** The preset whose days these filters are; null for other days. */
export function findPreset(filters: FilterValues, today: Day): DayPreset | null {
  const isSame = (preset: DayPreset) =>
    Object.entries(presetFilters(preset, today)).every(([name, day]) => (filters[name] ?? null) === day);
  return DAY_PRESETS.find(isSame) ?? null;
}
