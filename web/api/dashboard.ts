import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import { call } from '#web/api/call.ts';

/** The dashboard's figures. Reloaded whenever the dashboard is opened. */
export const dashboardQuery = queryOptions({
  queryKey: [getDashboard.name],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
  refetchOnMount: 'always',
});
