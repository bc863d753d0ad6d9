import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkAction,
  getBulkAction,
  listBulkActions,
  markBulkActionsSeen,
  retryBulkAction,
  startBulkAction,
} from '#contract/bulk-actions.ts';
import type { BodyInput, ReplyOf } from '#contract/endpoint.ts';
import { call } from './call.ts';

/** Without the socket, a running action is read this often. */
const RUNNING_MS = 2000;
const MINUTE_MS = 60_000;

/** The latest actions of the user. */
export const bulkActionsQuery = queryOptions({
  queryKey: [listBulkActions.name],
  queryFn: ({ signal }) => call(listBulkActions, { signal }),
  staleTime: MINUTE_MS,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
});

/** An action with a page of its bookings. */
export function bulkActionQuery(id: number, offset: number) {
  return queryOptions({
    queryKey: [getBulkAction.name, id, offset],
    queryFn: ({ signal }) =>
      call(getBulkAction, { params: { id }, query: { offset: String(offset) }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_MS : false),
  });
}

export const isRunning = ({ finishedAt }: BulkAction) => finishedAt === null;

export type BulkRequest = BodyInput<typeof startBulkAction>;

/** Starts an action, once for each opening of its dialog. */
export function useStartBulkAction(idempotencyKey: string) {
  return useBulkChange((body: BulkRequest) => call(startBulkAction, { body, idempotencyKey }));
}

/** Tries the failed bookings of an action again. */
export function useRetryBulkAction(id: number) {
  return useBulkChange(() => call(retryBulkAction, { params: { id } }));
}

/** Marks finished actions as seen. A failure is not shown: they stay new. */
export function useMarkBulkActionsSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call(markBulkActionsSeen, { body: { ids } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: bulkActionsQuery.queryKey }),
  });
}

function useBulkChange<Input>(change: (input: Input) => Promise<ReplyOf<typeof startBulkAction>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ id }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: bulkActionsQuery.queryKey }),
        client.invalidateQueries({ queryKey: [getBulkAction.name, id] }),
      ]),
  });
}
