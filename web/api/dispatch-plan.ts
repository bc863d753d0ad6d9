import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { acceptDayPlan, type DayProposal, proposeDayPlan } from '#contract/dispatch-plan.ts';
import { call } from '#web/api/call.ts';
import { boardQuery, cannotUndo, findBoardConflict } from '#web/api/dispatch.ts';

/** A proposal is computed once. It does not change until the user requests a new one. */
export function dayProposalQuery(day: string, routeId: number | null) {
  return queryOptions({
    queryKey: [proposeDayPlan.name, { day, routeId }],
    queryFn: ({ signal }) =>
      call(proposeDayPlan, { body: { day, ...(routeId !== null && { routeId }) }, signal }),
    gcTime: 0,
    // Not a number: changes of others, too, must not replace what the user is about to accept.
    staleTime: 'static',
    retry: false,
  });
}

/** Stores the routes that change. The board is then as the reply has it, also after a refusal. */
export function useAcceptDayPlan(day: string) {
  const client = useQueryClient();
  const { queryKey } = boardQuery(day);
  return useMutation({
    ...cannotUndo('A plan that was accepted'),
    mutationKey: ['dispatch'],
    // After the drops that are still being saved.
    scope: { id: 'dispatch' },
    mutationFn: ({ routes }: DayProposal) => {
      const changed = routes.filter(({ isChanged }) => isChanged).map(({ input }) => input);
      return call(acceptDayPlan, { body: { day, routes: changed } });
    },
    onSuccess: (board) => client.setQueryData(queryKey, board),
    onError: (error) => {
      const current = findBoardConflict(error)?.board;
      if (current?.day === day) client.setQueryData(queryKey, current);
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}
