import { queryOptions } from '@tanstack/react-query';
import { getServiceArea } from '#contract/service-area.ts';
import { call } from '#web/api/call.ts';

/** Whether a ZIP code is served, and its zone. */
export function serviceAreaQuery(zip: string) {
  return queryOptions({
    queryKey: [getServiceArea.name, zip],
    queryFn: ({ signal }) => call(getServiceArea, { query: { zip }, signal }),
  });
}
