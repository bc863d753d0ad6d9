import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import {
  boardQuery,
  findBoardConflict,
  type StopChange,
  useArrangeStops,
  useRemoveRoute,
  useRestoreRoute,
} from '#web/api/dispatch.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { currentToast, dismissToast, toast } from '#web/kit/ui/toast/toast-store.ts';
import {
  type StopEdit,
  type StopPlacement,
  type StopRemoval,
  showEdit,
  showPlacement,
  showRemoval,
  showRestored,
  stillPossible,
} from './board-changes.ts';
import { consequencesText } from './consequences.ts';
import { type RefusedChange, useRefused } from './use-refused.ts';
import { routeName, stopTitle } from './words.ts';

export type BoardChange =
  | { type: 'place'; placement: StopPlacement }
  | { type: 'remove'; removal: StopRemoval }
  | { type: 'edit'; edit: StopEdit };

type Sent = StopChange & { change: BoardChange | { type: 'restore' } };

/** An order to come back to. `version`: the route's since the change; another version means a later change. */
type StopsUndo = { routeId: number; stops: readonly BoardStop[]; version: number };

/** The last change of this page, and what undoes it; null: it cannot be undone. */
type LastChange = { name: string; undo: (() => Promise<unknown>) | null };

const UNDO_MS = 10_000;

/**
 * Changes of stops, each shown at once. One that is refused can be offered again, and the last one can be undone. A
 * refused change takes away the offer to undo the one before, which it would seem to be about.
 */
export function useBoard(day: string) {
  const client = useQueryClient();
  const { refused, add, dismiss } = useRefused(day);
  const [news, setNews] = useState('');
  const last = useLastChange();
  const offerId = useRef(0);
  const { mutateAsync, isPending } = useArrangeStops<Sent>(day, show);
  const current = () => client.getQueryData(boardQuery(day).queryKey);
  const offerUndo = (
    change: LastChange,
    { title, consequences }: { title: string; consequences: string },
  ) => {
    last.current = change;
    const action = { label: 'Undo', run: () => void undoLast() };
    const text = consequences === '' ? change.name : `${change.name}. ${consequences}`;
    toast({ title, text, variant: 'plain', action, durationMs: UNDO_MS });
    offerId.current = currentToast()?.id ?? 0;
  };
  const apply = async (change: BoardChange, { addYardStops = false } = {}) => {
    const before = current();
    const name = before ? nameOf(before, change) : '';
    const edited = change.type === 'edit' ? change.edit : undefined;
    last.current = null;
    try {
      const reply = await mutateAsync({ routeId: routeOf(change), change, addYardStops, edited });
      const [made] = [reply ?? []].flat();
      const consequences = before && made ? consequencesText(before, change, made) : '';
      setNews('Saved');
      const undo = before && undoOf(before, { change, made });
      if (undo) {
        const { routeId, ...restored } = undo;
        const run = () => mutateAsync({ routeId, restored, change: { type: 'restore' } });
        offerUndo({ name, undo: run }, { title: 'Plan Saved', consequences });
      }
    } catch (error) {
      dismissToast(offerId.current);
      add(refusedChange(error, { change, name }));
    }
  };
  const undoLast = () => undoChange(last, () => setNews('Undone'));
  useUndoKey(undoLast);
  const removeRoute = useRouteRemoval(day, { last, offerUndo });
  return {
    refused,
    news,
    isSaving: isPending,
    dismiss,
    retry: ({ id, retry }: RefusedChange, options?: { addYardStops: boolean }) => {
      dismiss(id);
      if (retry) void apply(retry, options);
    },
    place: (placement: StopPlacement) => void apply({ type: 'place', placement }),
    remove: (removal: StopRemoval) => void apply({ type: 'remove', removal }),
    edit: (edit: StopEdit) => void apply({ type: 'edit', edit }),
    removeRoute,
  };
}
export type BoardActions = ReturnType<typeof useBoard>;

type LastChangeRef = { current: LastChange | null };

/** Undoes the last change, or says that it cannot. */
async function undoChange(last: LastChangeRef, onUndone: () => void): Promise<void> {
  const change = last.current;
  if (!change?.undo) {
    const text = change ? `${change.name} cannot be undone here.` : 'There is no change to undo.';
    return toast({ title: 'Nothing Undone', text, variant: 'plain' });
  }
  last.current = null;
  try {
    await change.undo();
    onUndone();
    toast({ title: 'Change Undone', text: change.name, variant: 'plain' });
  } catch (error) {
    const text = `The change was not undone: ${reasonText(error)}`;
    toast({ title: 'Not Undone', text, variant: 'destructive' });
  }
}

type RemovalOptions = {
  last: LastChangeRef;
  offerUndo: (change: LastChange, texts: { title: string; consequences: string }) => void;
};

/** Removes a route, with the offer to bring it back. Throws when it was refused. */
function useRouteRemoval(day: string, { last, offerUndo }: RemovalOptions) {
  const removing = useRemoveRoute(day);
  const restoring = useRestoreRoute(day);
  return async (route: BoardRoute) => {
    last.current = null;
    await removing.mutateAsync({ route });
    const removed = { id: route.id, version: route.version + 1 };
    const undo = () => restoring.mutateAsync({ route: removed });
    const name = `The route of ${routeName(route)}`;
    offerUndo({ name, undo }, { title: 'Route Removed', consequences: '' });
  };
}

/** The last change. A change by a dialog takes the place of what could be undone, when it has succeeded. */
function useLastChange() {
  const client = useQueryClient();
  const last = useRef<LastChange | null>(null);
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        const name = mutation?.meta?.boardChange;
        if (type === 'updated' && mutation.state.status === 'success' && typeof name === 'string') {
          last.current = { name, undo: null };
        }
      }),
    [client],
  );
  return last;
}

/** Ctrl+Z or Cmd+Z, but not in fields, which have their own. */
function useUndoKey(undo: () => Promise<void>) {
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const isElsewhere =
        event.target instanceof HTMLElement &&
        event.target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]');
      if (!isUndo || isElsewhere) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function refusedChange(error: unknown, { change, name }: { change: BoardChange; name: string }) {
  const conflict = findBoardConflict(error);
  const retry = conflict?.board ? possibleOn(conflict.board, change) : change;
  const { code = null, jobId = null } = conflict?.refused ?? {};
  return { name, text: reasonText(error), code, jobId, retry };
}

function routeOf(change: BoardChange): number {
  if (change.type === 'place') return change.placement.routeId;
  return change.type === 'remove' ? change.removal.routeId : change.edit.routeId;
}

function show(board: Board, { routeId, change, restored }: Sent): Board {
  switch (change.type) {
    case 'place':
      return showPlacement(board, change.placement);
    case 'remove':
      return showRemoval(board, change.removal);
    case 'edit':
      return showEdit(board, change.edit);
    default:
      return showRestored(board, routeId, restored?.stops ?? []);
  }
}

/** The change, as far as it is still possible on the board as it is now. */
function possibleOn(board: Board, change: BoardChange): BoardChange | null {
  if (change.type === 'place') {
    const placement = stillPossible(board, change.placement);
    return placement && { type: 'place', placement };
  }
  const route = board.routes.find(({ id }) => id === routeOf(change));
  const hasStop =
    change.type === 'edit' || route?.stops.some(({ id }) => id === change.removal.stopId) === true;
  return route && hasStop ? change : null;
}

/** The route as it was: the one from which a stop was moved, or else the one that was changed. */
function undoOf(
  before: Board,
  { change, made }: { change: BoardChange; made: BoardRoute | undefined },
): StopsUndo | null {
  const target = before.routes.find(({ id }) => id === routeOf(change));
  if (!target || !made) return null;
  const { placed = null } = change.type === 'place' ? change.placement : {};
  const source =
    placed?.kind === 'stop'
      ? before.routes.find(({ stops }) => stops.some(({ id }) => id === placed.stopId))
      : target;
  if (!source || source.id === target.id) {
    return { routeId: target.id, stops: target.stops, version: made.version };
  }
  return { routeId: source.id, stops: source.stops, version: source.version + 1 };
}

/** 'Delivery for Ann Lee to Kim, Truck 2'. */
function nameOf(board: Board, change: BoardChange): string {
  const route = board.routes.find(({ id }) => id === routeOf(change));
  const on = route ? routeName(route) : 'a route that was removed';
  const stops = board.routes.flatMap((one) => one.stops);
  if (change.type === 'remove') {
    const stop = stops.find(({ id }) => id === change.removal.stopId);
    return `${stop ? stopTitle(stop) : 'Stop'} off the route of ${on}`;
  }
  if (change.type === 'edit') return `Stop on the route of ${on}`;
  const { placed } = change.placement;
  if (placed.kind === 'new_stop')
    return `${stopTitle({ ...placed, job: null, site: null })} on the route of ${on}`;
  if (placed.kind === 'stop') {
    const stop = stops.find(({ id }) => id === placed.stopId);
    return `${stop ? stopTitle(stop) : 'Stop'} to ${on}`;
  }
  const [first] = [...board.jobs, ...board.nextJobs].filter(({ id }) => placed.jobIds.includes(id));
  const name = first ? stopTitle({ type: first.type, job: first, site: null }) : 'Job';
  return `${placed.jobIds.length > 1 ? `${placed.jobIds.length} jobs` : name} to ${on}`;
}
