import { useState } from 'react';
import type { Board, PlacementRefusal } from '#contract/dispatch.ts';
import { findBoardConflict, useArrangeStops } from '#web/api/dispatch.ts';
import { reasonText } from '#web/form/failure.ts';
import {
  type StopPlacement,
  type StopRemoval,
  showPlacement,
  showRemoval,
  stillPossible,
} from './board-changes.ts';

type Change = { routeId: number; addYardStops?: boolean } & (
  | { type: 'place'; placement: StopPlacement }
  | { type: 'remove'; removal: StopRemoval }
);

/** A change that the server refused. `retry`: what can be offered again on the board as it is now. */
export type RefusedChange = { text: string; code: PlacementRefusal | null; retry: StopPlacement | null };

/** Changes of stops, each shown at once; one that is refused can be offered again. */
export function useBoard(day: string) {
  const [refused, setRefused] = useState<RefusedChange | null>(null);
  const [news, setNews] = useState('');
  const arranging = useArrangeStops<Change>(day, show);
  const change = (input: Change) =>
    arranging.mutate(input, {
      onSuccess: () => setNews('Saved'),
      onError: (error) => {
        const conflict = findBoardConflict(error);
        const board = conflict?.board;
        const placement = input.type === 'place' ? input.placement : null;
        setRefused({
          text: reasonText(error),
          code: conflict?.refused?.code ?? null,
          retry: placement && (board ? stillPossible(board, placement) : placement),
        });
      },
    });
  return {
    refused,
    news,
    isSaving: arranging.isPending,
    dismiss: () => setRefused(null),
    place: (placement: StopPlacement, { addYardStops = false } = {}) => {
      setRefused(null);
      change({ type: 'place', routeId: placement.routeId, placement, addYardStops });
    },
    remove: (removal: StopRemoval) => {
      setRefused(null);
      change({ type: 'remove', routeId: removal.routeId, removal });
    },
  };
}
export type BoardActions = ReturnType<typeof useBoard>;

function show(board: Board, change: Change): Board {
  return change.type === 'place'
    ? showPlacement(board, change.placement)
    : showRemoval(board, change.removal);
}
