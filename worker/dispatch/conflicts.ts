import type { BoardConflict } from '#contract/dispatch.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { type Commit, commit, GuardFailed, type Writes } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { readBoard } from './board.ts';
import type { Refusal, RouteProblem } from './route-checks.ts';

/** A 409 with the board as it is now, so that the screen can offer the change again. */
async function withBoard(
  ctx: Context,
  day: Day,
  {
    code,
    message,
    ...more
  }: { code: 'conflict' | 'stale'; message: string } & Pick<BoardConflict, 'refused' | 'blocking'>,
): Promise<AppError> {
  const board = await readBoard(ctx, day);
  return new AppError(code, message, { body: { board, ...more } });
}

export function staleRoute(ctx: Context, day: Day): Promise<AppError> {
  return withBoard(ctx, day, {
    code: 'stale',
    message: 'This route has changed. Check it and try again.',
  });
}

export function refusedPlacement(ctx: Context, day: Day, refused: Refusal): Promise<AppError> {
  return withBoard(ctx, day, { code: 'conflict', message: refused.text, refused });
}

/** For a route that is to be published: its stops that no truck can make. */
export function blockedRoute(ctx: Context, day: Day, problems: readonly RouteProblem[]): Promise<AppError> {
  const stops = problems.length === 1 ? 'One stop' : `${problems.length} stops`;
  const names = problems.map(({ stop, text }) => `${stop}: ${withPeriod(text)}`).join(' ');
  return withBoard(ctx, day, {
    code: 'conflict',
    message: `${stops} of this route cannot be made. ${names}`,
    blocking: problems.map(({ stopId, stop, text }) => ({ stopId, stop, text: withPeriod(text) })),
  });
}

/** For a change that would make stops of published routes impossible. */
export function brokenRoutes(ctx: Context, day: Day, broken: readonly NamedProblem[]): Promise<AppError> {
  const blocking = broken.map(blockingOf);
  return withBoard(ctx, day, { code: 'conflict', message: brokenText(broken), blocking });
}

/** Which stops of published routes a change makes impossible, and why. */
export function brokenText(broken: readonly NamedProblem[]): string {
  const count = broken.length;
  const what = count === 1 ? 'a stop of a published route' : `${count} stops of published routes`;
  const names = broken.map(blockingOf).map(({ stop, text }) => `${stop}: ${text}`);
  return `With this change the drivers could not make ${what}. ${names.join(' ')}`;
}

const blockingOf = ({ driver, stopId, stop, text }: NamedProblem) => ({
  stopId,
  stop: `${stop} on the route of ${driver}`,
  text: withPeriod(text),
});

export type NamedProblem = RouteProblem & { driver: string };

const withPeriod = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** Commits a change of the plan of a day. Throws the 409 for a change that another one was faster than. */
export async function writePlan<const W extends Writes>(ctx: Context, day: Day, change: Commit<W>) {
  try {
    return await commit(ctx, change);
  } catch (error) {
    if (error instanceof GuardFailed && PLAN_GUARDS.includes(error.guard)) throw await staleRoute(ctx, day);
    const message = databaseMessage(error);
    const taken = TAKEN.find(([part]) => message.includes(part))?.[1];
    throw taken ? await withBoard(ctx, day, { code: 'conflict', message: taken }) : error;
  }
}

const PLAN_GUARDS: readonly string[] = ['route_versions', 'plan_as_read'];

const TAKEN: readonly (readonly [string, string])[] = [
  ['driver_route_stops.job_id', 'One of these jobs is on another route now. Check the board and try again.'],
  [
    'stop_job',
    'One of these jobs was done, cancelled or moved to a later day. Check the board and try again.',
  ],
  ['driver_routes.driver_id', 'This driver has a route on this day. Add the stops to it.'],
  ['driver_routes.truck_id', 'This truck has a route on this day. Choose another truck.'],
];
