import { DAY_PRESET_LABELS, DAY_PRESETS, type DayPreset, presetDays } from '#domain/shared/day-presets.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { useFirstScreenDone } from '#web/api/first-screen.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { findPreset, presetFilters } from '#web/kit/table/filters/day-presets.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import type { List } from '#web/kit/table/use-list.ts';

type Props = { list: Pick<List<unknown>, 'state' | 'change' | 'isNarrowed'> };

/** Buttons that show the deliveries of a day or of the week. Pressed again they show all. */
export function DayPresets({ list }: Props) {
  // The first use of a time zone takes a browser several milliseconds, so the first paint of a list does without.
  const isDone = useFirstScreenDone();
  const today = isDone || list.isNarrowed ? todayHere() : null;
  const active = today && findPreset(list.state.filters, today);
  return (
    <fieldset aria-label="Deliveries" className="flex flex-wrap gap-2">
      {DAY_PRESETS.map((preset) => {
        const isPressed = preset === active;
        return (
          <RowButton
            key={preset}
            aria-pressed={isPressed}
            title={today ? daysOf(preset, today) : undefined}
            className="aria-pressed:border-brand aria-pressed:text-brand"
            onClick={() => list.change(presetFilters(isPressed ? null : preset, todayHere()))}
          >
            {DAY_PRESET_LABELS[preset]}
          </RowButton>
        );
      })}
    </fieldset>
  );
}

function daysOf(preset: DayPreset, today: Day): string {
  const { from, to } = presetDays(preset, today);
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
