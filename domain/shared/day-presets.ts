import { addDays, type Day, weekdayOf } from './days.ts';

/** Days that are counted from the day on which a list is opened. Weeks are Monday to Sunday. */
export const DAY_PRESETS = ['today', 'tomorrow', 'this_week'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

export const DAY_PRESET_LABELS: Readonly<Record<DayPreset, string>> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  this_week: 'This week',
};

/** The first and the last day of a preset. */
export function presetDays(preset: DayPreset, today: Day): { from: Day; to: Day } {
  if (preset === 'this_week') {
    const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
    return { from: monday, to: addDays(monday, 6) };
  }
  const day = preset === 'today' ? today : addDays(today, 1);
  return { from: day, to: day };
}
