import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { closeDay, listBlackoutDayHistory, listBlackoutDays, openDay } from '#contract/blackout-days.ts';
import type { Day } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';

/** The closed days of a range, both ends included. */
export function blackoutDaysQuery(window: { from: Day; to: Day }) {
  return queryOptions({
    queryKey: [listBlackoutDays.name, window],
    queryFn: ({ signal }) => call(listBlackoutDays, { query: window, signal }),
    refetchOnMount: 'always',
  });
}

export const blackoutDayHistoryQuery = queryOptions({
  queryKey: [listBlackoutDays.name, listBlackoutDayHistory.name],
  queryFn: ({ signal }) => call(listBlackoutDayHistory, { signal }),
  refetchOnMount: 'always',
});

export function useCloseDay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { day: Day; reason: string }) => call(closeDay, { body }),
    onSettled: refresh,
  });
}

export function useOpenDay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (day: Day) => call(openDay, { body: { day } }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listBlackoutDays.name] });
}
