import { useQuery } from '@tanstack/react-query';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import type { ChangeRefusal, DayChangeType } from '#domain/rental/changes/change-types.ts';
import type { Day } from '#domain/shared/days.ts';
import { type ChangeDays, changeDaysQuery } from '#web/api/booking-changes.ts';
import type { DayMark } from '#web/kit/dates/DayPicker.tsx';

type ListedDay = ChangeDays['days'][number];

/**
 * The days of a month as a calendar shows them. With two types, the last day moves: days before `pivot` shorten the
 * rental, and later ones extend it.
 */
export function useChangeDays(
  id: number,
  types: readonly DayChangeType[],
  { month, pivot }: { month: string; pivot: Day },
) {
  const [first = 'reschedule', second = first] = types;
  const earlier = useQuery(changeDaysQuery(id, first, month));
  const later = useQuery({ ...changeDaysQuery(id, second, month), enabled: second !== first });
  const isTwo = second !== first;
  const days = [
    ...(earlier.data?.days.filter(({ day }) => !isTwo || day <= pivot) ?? []),
    ...((isTwo && later.data?.days.filter(({ day }) => day > pivot)) || []),
  ];
  return {
    today: earlier.data?.today,
    marks: new Map(days.map((each) => [each.day, markOf(each)])),
    isLoading: earlier.isFetching || later.isFetching,
    error: earlier.error ?? later.error,
    reload: () => {
      void earlier.refetch();
      if (isTwo) void later.refetch();
    },
  };
}

const RULES: readonly ChangeRefusal[] = CALENDAR_REFUSALS;
/** A pick shows what staff can do about these. */
const ANSWERABLE: readonly ChangeRefusal[] = ['no_unit', 'taken', 'amount_needed', 'unchanged', 'busy'];
const NAMES: Partial<Record<ChangeRefusal, string>> = {
  closed: 'closed',
  full: 'all truck moves are taken',
  too_soon: 'too soon for customers',
  no_unit: 'no unit is free',
  taken: 'the unit is booked',
  past_day: 'past',
  beyond_horizon: 'too far ahead',
};

function markOf({ reasons }: ListedDay): DayMark {
  const codes = reasons.map(({ code }) => code);
  const text = codes.flatMap((code) => NAMES[code] ?? []).join(', ') || null;
  if (codes.some((code) => !RULES.includes(code) && !ANSWERABLE.includes(code)))
    return { state: 'off', text };
  if (codes.includes('no_unit') || codes.includes('taken')) return { state: 'taken', text };
  return { state: codes.some((code) => RULES.includes(code)) ? 'staffOnly' : 'free', text };
}
