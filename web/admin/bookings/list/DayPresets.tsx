import { addDays, type Day, formatDay, weekdayOf } from '#domain/days.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import type { List } from '#web/table/use-list.ts';
import { todayHere } from '#web/ui/dates/moment.ts';

type Props = { list: Pick<List<unknown>, 'state' | 'change'> };

/** Buttons that show the deliveries of a day or of the week, Monday to Sunday. Pressed again they show all. */
export function DayPresets({ list }: Props) {
  const today = todayHere();
  const { deliveryDate, deliveryDateFrom, deliveryDateTo } = list.state.filters;
  return (
    <fieldset aria-label="Deliveries" className="flex flex-wrap gap-2">
      {presetsOf(today).map(({ name, from, to }) => {
        const isDay = from === to;
        const isPressed = isDay
          ? deliveryDate === from
          : !deliveryDate && deliveryDateFrom === from && deliveryDateTo === to;
        return (
          <RowButton
            key={name}
            aria-pressed={isPressed}
            title={isDay ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}
            className="aria-pressed:border-brand aria-pressed:text-brand"
            onClick={() =>
              list.change({
                deliveryDate: isDay && !isPressed ? from : null,
                deliveryDateFrom: isDay || isPressed ? null : from,
                deliveryDateTo: isDay || isPressed ? null : to,
              })
            }
          >
            {name}
          </RowButton>
        );
      })}
    </fieldset>
  );
}

function presetsOf(today: Day): { name: string; from: Day; to: Day }[] {
  const tomorrow = addDays(today, 1);
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
  return [
    { name: 'Today', from: today, to: today },
    { name: 'Tomorrow', from: tomorrow, to: tomorrow },
    { name: 'This week', from: monday, to: addDays(monday, 6) },
  ];
}
