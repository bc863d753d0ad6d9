import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createDriverLink,
  endDriverSession,
  listDriverSessions,
  reportPhoneLost,
} from '#contract/driver-session.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listUserHistory } from '#contract/users.ts';
import { call } from '#web/api/call.ts';

/** A link that signs a driver in once. The history of the account names who created it. */
export function useCreateDriverLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createDriverLink>) => call(createDriverLink, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listUserHistory.name] }),
  });
}

/** Ends all sessions and links of a driver. */
export function useReportPhoneLost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(reportPhoneLost, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listUserHistory.name] }),
  });
}

/** Where a driver is signed in, last used first. */
export function driverSessionsQuery(id: number) {
  return queryOptions({
    queryKey: [listDriverSessions.name, id],
    queryFn: ({ signal }) => call(listDriverSessions, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

export function useEndDriverSession(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string) => call(endDriverSession, { params: { id: userId, uuid } }),
    // Also after a failure: the session may have ended already.
    onSettled: () =>
      Promise.all(
        [listDriverSessions.name, listUserHistory.name].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
