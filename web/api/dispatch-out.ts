import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endAbsence, type OutChoice, type OutCrew, previewOut, takeOut } from '#contract/dispatch-out.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { boardQuery, cannotUndo, findBoardConflict } from '#web/api/dispatch.ts';

type Asked = {
  routeId: number;
  /** A change of the route asks again. */
  version: number;
  from: string;
  who: OutCrew;
  rest: OutChoice;
  toDay: string | null;
};

/** A preview does not change until its question does, or the user requests a new one. */
export function outPreviewQuery({ routeId, version, toDay, ...asked }: Asked) {
  return queryOptions({
    queryKey: [previewOut.name, { routeId, version, toDay, ...asked }],
    queryFn: ({ signal }) =>
      call(previewOut, {
        params: { id: routeId },
        signal,
        body: { ...asked, ...(toDay !== null && asked.rest === 'carry' && { toDay }) },
      }),
    gcTime: 0,
    // Not a number: changes of others, too, must not replace what the user is about to accept.
    staleTime: 'static',
    retry: false,
  });
}

/** Takes a crew out. The board is then as the reply has it, also after a refusal. */
export function useTakeOut(day: string) {
  const client = useQueryClient();
  const { queryKey } = boardQuery(day);
  return useMutation({
    ...cannotUndo('A truck or driver that is out'),
    mutationKey: ['dispatch'],
    // After the drops that are still being saved.
    scope: { id: 'dispatch' },
    mutationFn: ({ id, version, body }: { id: number; version: number; body: BodyInput<typeof takeOut> }) =>
      call(takeOut, { params: { id }, ifMatch: `"${version}"`, body }),
    onSuccess: (board) => client.setQueryData(queryKey, board),
    onError: (error) => {
      const current = findBoardConflict(error)?.board;
      if (current?.day === day) client.setQueryData(queryKey, current);
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

/** Says that a truck or a driver is back. */
export function useEndAbsence(day: string) {
  const client = useQueryClient();
  return useMutation({
    ...cannotUndo('Putting a truck or driver back in service'),
    mutationFn: (id: number) => call(endAbsence, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: boardQuery(day).queryKey }),
  });
}
