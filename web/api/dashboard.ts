import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import { call } from '#web/api/call.ts';

/** How the business stands, asked for again whenever the dashboard is entered. */
export const dashboardQuery = queryOptions({
  queryKey: [getDashboard.name],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
  refetchOnMount: 'always',
});
