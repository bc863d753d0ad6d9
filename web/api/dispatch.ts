import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  arrangeStops,
  type Board,
  type BoardRoute,
  type BoardStop,
  boardConflict,
  changeRoute,
  createRoute,
  getBoard,
  removeRoute,
  type StopInput,
} from '#contract/dispatch.ts';
import { listRouteHistory, publishRoute, restoreRoute, swapCrew } from '#contract/dispatch-routes.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { CallError, call } from '#web/api/call.ts';

export function boardQuery(day: string) {
  return queryOptions({
    queryKey: [getBoard.name, { day }],
    queryFn: ({ signal }) => call(getBoard, { query: { day }, signal }),
    refetchOnMount: 'always',
  });
}

type Versioned = Pick<BoardRoute, 'id' | 'version'>;
const at = ({ id, version }: Versioned) => ({ params: { id }, ifMatch: `"${version}"` });

/** Changes run one after the other: each sends the version that the one before it made. */
const SCOPE = { id: 'dispatch' };
const KEY = ['dispatch'];

/** Names a change that Ctrl+Z does not undo, in the `meta` of its mutation: 'The publishing of a route'. */
export const cannotUndo = (change: string) => ({ meta: { boardChange: change } });

type Options<Input> = {
  meta?: { boardChange: string };
  /** Shows the change at once. */
  show: (board: Board, input: Input) => Board;
  send: (board: Board, input: Input) => Promise<BoardRoute | readonly BoardRoute[] | undefined>;
};

/**
 * A change of the board that is shown before the server has answered. After a refusal the board is shown as it is now,
 * which the 409 has.
 */
function useBoardChange<Input>(day: string, { show, send, meta }: Options<Input>) {
  const client = useQueryClient();
  const { queryKey } = boardQuery(day);
  return useMutation({
    mutationKey: KEY,
    scope: SCOPE,
    ...(meta && { meta }),
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (board) => board && show(board, input));
    },
    mutationFn: (input: Input) => {
      const board = client.getQueryData(queryKey);
      if (!board) throw new Error('The board is not loaded');
      return send(board, input);
    },
    onSuccess: (made) => {
      const isLast = client.isMutating({ mutationKey: KEY }) <= 1;
      const routes = new Map([made ?? []].flat().map((route) => [route.id, route]));
      // A later change is shown already: only the version is new.
      const merge = (one: BoardRoute, route: BoardRoute | undefined) => {
        if (!route) return one;
        return isLast ? route : { ...one, version: route.version };
      };
      client.setQueryData(
        queryKey,
        (board) => board && { ...board, routes: board.routes.map((one) => merge(one, routes.get(one.id))) },
      );
    },
    onError: (error) => {
      const current = currentBoard(error);
      if (current?.day === day) client.setQueryData(queryKey, current);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: KEY }) <= 1) void client.invalidateQueries({ queryKey });
    },
  });
}

/** The board and the reason in a 409; null for any other error. */
export function findBoardConflict(error: unknown) {
  return error instanceof CallError ? (z.safeParse(boardConflict, error.body).data ?? null) : null;
}

function currentBoard(error: unknown): Board | null {
  return findBoardConflict(error)?.board ?? null;
}

function getRoute(board: Board, id: number): BoardRoute {
  const route = board.routes.find((one) => one.id === id);
  if (!route) throw new Error('This route was removed.');
  return route;
}

/**
 * The order that a change of stops leads to. `addYardStops`: staff asked for the yard stops that the load needs. `edited`:
 * what staff set for one stop. `restored`: an earlier order, for a route that was not changed since.
 */
export type StopChange = {
  routeId: number;
  addYardStops?: boolean | undefined;
  edited?: { key: string; minutes?: number; isPinned?: boolean } | undefined;
  restored?: { stops: readonly BoardStop[]; version: number } | undefined;
};

/** Stores the stops of a route as the board shows them after `show`. */
export function useArrangeStops<Input extends StopChange>(
  day: string,
  show: (board: Board, input: Input) => Board,
) {
  return useBoardChange<Input>(day, {
    show,
    send: async (board, { routeId, addYardStops = false, edited, restored }) => {
      const route = getRoute(board, routeId);
      const stops = inputsOf(route, { edited, keepsSettings: restored !== undefined });
      const body = { stops, ...(addYardStops && { addYardStops }) };
      const version = restored?.version ?? route.version;
      return (await call(arrangeStops, { ...at({ id: routeId, version }), body })).route;
    },
  });
}

/** The stops of a route as the call lists them. A stop that was taken from another route has its id there. */
function inputsOf(
  { stops }: BoardRoute,
  { edited, keepsSettings }: { edited: StopChange['edited']; keepsSettings: boolean },
): StopInput[] {
  return stops.map((stop): StopInput => {
    const { id, job, type, site, minutes, isPinned } = stop;
    const settings = {
      ...(keepsSettings && { minutes, isPinned }),
      ...(edited?.key === stopKeyOf(stop) && {
        ...(edited.minutes !== undefined && { minutes: edited.minutes }),
        ...(edited.isPinned !== undefined && { isPinned: edited.isPinned }),
      }),
    };
    if (id !== null) return { stopId: id, ...settings };
    if (job) return { jobId: job.id, ...settings };
    const place = { type: type as 'disposal' | 'yard' | 'break', ...settings };
    return site ? { ...place, siteId: site.id } : place;
  });
}

/** A stop in a list of React, and across boards. */
export function stopKeyOf({ id, job, type }: BoardStop): string {
  if (job) return `job ${job.id}`;
  return id === null ? `new ${type}` : `stop ${id}`;
}

type RouteInput = { routeId: number };

export function usePublishRoute(day: string) {
  return useBoardChange<RouteInput & BodyInput<typeof publishRoute>>(day, {
    ...cannotUndo('Publishing a route'),
    show: (board) => board,
    send: (board, { routeId, override }) =>
      call(publishRoute, { ...at(getRoute(board, routeId)), body: override ? { override } : {} }),
  });
}

export function useChangeRoute(day: string) {
  return useBoardChange<RouteInput & { changes: BodyInput<typeof changeRoute> }>(day, {
    ...cannotUndo('A change of driver, truck, yards or notes'),
    show: (board) => board,
    send: (board, { routeId, changes }) =>
      call(changeRoute, { ...at(getRoute(board, routeId)), body: changes }),
  });
}

/** Two routes of the day swap drivers or trucks. */
export function useSwapCrew(day: string) {
  return useBoardChange<RouteInput & { otherId: number; what: 'driver' | 'truck' }>(day, {
    ...cannotUndo('A swap of drivers or trucks'),
    show: (board) => board,
    send: async (board, { routeId, otherId, what }) => {
      const body = { routeId: otherId, version: getRoute(board, otherId).version, what };
      const { routes } = await call(swapCrew, { ...at(getRoute(board, routeId)), body });
      return routes;
    },
  });
}

export function routeHistoryQuery(id: number) {
  return queryOptions({
    queryKey: [listRouteHistory.name, id],
    queryFn: ({ signal }) => call(listRouteHistory, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** `route`: as the user saw it. A colleague's change since then is refused. */
export function useRemoveRoute(day: string) {
  return useBoardChange<{ route: Versioned }>(day, {
    show: (board) => board,
    send: async (_board, { route }) => {
      await call(removeRoute, at(route));
      return undefined;
    },
  });
}

/** Brings a route back. `route`: with the version that its removal made. */
export function useRestoreRoute(day: string) {
  return useBoardChange<{ route: Versioned }>(day, {
    show: (board) => board,
    send: (_board, { route }) => call(restoreRoute, { ...at(route), body: {} }),
  });
}

export function useCreateRoute(day: string) {
  const client = useQueryClient();
  return useMutation({
    ...cannotUndo('Adding a route'),
    mutationFn: (crew: { driverId: number; truckId: number }) =>
      call(createRoute, { body: { day, ...crew } }),
    onSuccess: (route) =>
      client.setQueryData(
        boardQuery(day).queryKey,
        (board) =>
          board && { ...board, routes: [...board.routes.filter(({ id }) => id !== route.id), route] },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: boardQuery(day).queryKey }),
  });
}
