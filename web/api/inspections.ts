import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { listInspections, signOffInspection } from '#contract/inspections.ts';
import { call } from '#web/api/call.ts';

/** The vehicle inspections of the routes of a day. */
export function inspectionsQuery(day: string) {
  return queryOptions({
    queryKey: [listInspections.name, day],
    queryFn: ({ signal }) => call(listInspections, { query: { day }, signal }),
  });
}

export function useSignOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyInput<typeof signOffInspection> }) =>
      call(signOffInspection, { params: { uuid: id }, body }),
    // Also after a failure: a colleague may have signed it off.
    onSettled: () => client.invalidateQueries({ queryKey: [listInspections.name] }),
  });
}
