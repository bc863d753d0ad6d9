import { queryOptions } from '@tanstack/react-query';
import { getToday } from '#contract/today.ts';
import { call } from './call.ts';

const MINUTE_MS = 60_000;

/** The work of today. Reloaded every minute while a page shows it: other users work on it, and the day ends. */
export const todayQuery = queryOptions({
  queryKey: [getToday.name],
  queryFn: ({ signal }) => call(getToday, { signal }),
  refetchOnMount: 'always',
  refetchInterval: MINUTE_MS,
});
