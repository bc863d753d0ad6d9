import { DAY_PRESET_LABELS, DAY_PRESETS, presetDays } from '#domain/day-presets.ts';
import { formatDay } from '#domain/days.ts';
import { presetFilters, presetOf } from '#web/table/filters/day-presets.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import type { List } from '#web/table/use-list.ts';
import { todayHere } from '#web/ui/dates/moment.ts';

type Props = { list: Pick<List<unknown>, 'state' | 'change'> };

/** Buttons that show the deliveries of a day or of the week. Pressed again they show all. */
export function DayPresets({ list }: Props) {
  const today = todayHere();
  const active = presetOf(list.state.filters, today);
  return (
    <fieldset aria-label="Deliveries" className="flex flex-wrap gap-2">
      {DAY_PRESETS.map((preset) => {
        const { from, to } = presetDays(preset, today);
        const isPressed = preset === active;
        return (
          <RowButton
            key={preset}
            aria-pressed={isPressed}
            title={from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}
            className="aria-pressed:border-brand aria-pressed:text-brand"
            onClick={() => list.change(presetFilters(isPressed ? null : preset, today))}
          >
            {DAY_PRESET_LABELS[preset]}
          </RowButton>
        );
      })}
    </fieldset>
  );
}
