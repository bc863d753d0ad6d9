import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { decideWaitingAction, listWaitingActions } from '#contract/driver-approvals.ts';
import { listDriverConflicts, resolveDriverConflict } from '#contract/driver-conflicts.ts';
import { getDumpster, listDumpsters, updateDumpster } from '#contract/inventory.ts';
import { listAttemptedStops } from '#contract/stop-records.ts';
import { getToday } from '#contract/today.ts';
import { call } from '#web/api/call.ts';

/** What deactivated drivers sent and no dispatcher has approved or rejected. */
export const waitingActionsQuery = queryOptions({
  queryKey: [listWaitingActions.name],
  queryFn: ({ signal }) => call(listWaitingActions, { signal }),
  refetchOnMount: 'always',
});

/** The open conflicts: what drivers recorded that differs from the plan. */
export const driverConflictsQuery = queryOptions({
  queryKey: [listDriverConflicts.name],
  queryFn: ({ signal }) => call(listDriverConflicts, { signal }),
  refetchOnMount: 'always',
});

/** Bookings at which a driver could not complete a stop. */
export const attemptedStopsQuery = queryOptions({
  queryKey: [listAttemptedStops.name],
  queryFn: ({ signal }) => call(listAttemptedStops, { signal }),
  refetchOnMount: 'always',
});

function useListsRefresh() {
  const client = useQueryClient();
  const lists = [listWaitingActions, listDriverConflicts, listAttemptedStops];
  const names = [...lists, getToday].map(({ name }) => name);
  return () => {
    for (const name of names) void client.invalidateQueries({ queryKey: [name] });
  };
}

/** Also after a failure: a colleague may have decided. */
export function useDecideWaitingAction() {
  const refresh = useListsRefresh();
  return useMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) =>
      call(decideWaitingAction, { params: { uuid: id }, body: { approve } }),
    onSettled: refresh,
  });
}

export function useResolveConflict() {
  const refresh = useListsRefresh();
  return useMutation({
    mutationFn: (id: number) => call(resolveDriverConflict, { params: { id } }),
    onSettled: refresh,
  });
}

/** Takes a damaged unit out of service, and then resolves the report. Repeating both changes nothing. */
export function useTakeOutOfService() {
  const client = useQueryClient();
  const refresh = useListsRefresh();
  return useMutation({
    mutationFn: async ({ conflictId, unitId }: { conflictId: number; unitId: number }) => {
      await call(updateDumpster, { params: { id: unitId }, body: { isAvailable: false } });
      await call(resolveDriverConflict, { params: { id: conflictId } });
    },
    onSettled: () => {
      refresh();
      for (const { name } of [listDumpsters, getDumpster])
        void client.invalidateQueries({ queryKey: [name] });
    },
  });
}
