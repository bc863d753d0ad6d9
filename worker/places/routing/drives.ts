import { estimateLeg, type Leg, type Point } from '#domain/dispatch/travel.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { DriveAnswer } from '#worker/base/platform/routing.ts';
import { RoutingError, type RoutingFailure } from '#worker/base/platform/routing-call.ts';
import {
  type DrivePair,
  listDrivesBetween,
  listDrivesOfPairs,
  type StoredDrive,
  upsertDrives,
} from './drives-repo.ts';

/** Drives between points: those of the provider where they are stored, estimates for the others. */
export type DriveTable = {
  /** Null: the point is not known. */
  legOf(from: Point | null, to: Point | null): Leg;
  /** False for an estimate. */
  isKnown(from: Point, to: Point): boolean;
  /** True also if the provider found no way: it is not called again for this drive. */
  isAnswered(from: Point, to: Point): boolean;
};

/** Straight lines only. */
export const ESTIMATED_DRIVES: DriveTable = {
  legOf: estimateLeg,
  isKnown: () => false,
  isAnswered: () => false,
};

/** Two ends of a drive; null for a point that is not known. */
export type DriveEnds = { from: Point | null; to: Point | null };

/** Reads the drives of these pairs. Without a provider all are estimates, and nothing is read. */
export async function readDrives(ctx: Context, ends: readonly DriveEnds[]): Promise<DriveTable> {
  if (!ctx.routing) return ESTIMATED_DRIVES;
  const pairs = ends
    .flatMap(({ from, to }) => (from && to ? [pairOf(from, to)] : []))
    .filter(({ from, to }) => from !== to);
  return pairs.length === 0 ? tableOf([]) : tableOf(await listDrivesOfPairs(ctx.db, pairs));
}

/** `failure`: why the provider did not answer; null when it did or is not set up. */
export type CompletedDrives = { table: DriveTable; failure: RoutingFailure | null; isChanged: boolean };

/**
 * The drives from each point to each point. Asks the provider for those that are not stored and stores its answer. When
 * it fails, the missing ones are estimates.
 */
export async function completeDrives(ctx: Context, points: readonly Point[]): Promise<CompletedDrives> {
  if (!ctx.routing) return { table: ESTIMATED_DRIVES, failure: null, isChanged: false };
  const byKey = new Map(points.map((point) => [pointKey(point), point]));
  const stored = await listDrivesBetween(ctx.db, [...byKey.keys()]);
  const known = new Map(stored.map((drive) => [keyOf(drive), drive]));
  const before = known.size;
  let failure: RoutingFailure | null = null;
  try {
    await askForMissing(ctx, byKey, known);
  } catch (error) {
    if (!(error instanceof RoutingError)) throw error;
    failure = error.kind;
    ctx.log.warn('routing_failed', { kind: error.kind, ...describeError(error) });
  }
  return { table: tableOf([...known.values()]), failure, isChanged: known.size > before };
}

/** A new point needs the drives from it and those to it. Two matrices have fewer cells than one of all points. */
async function askForMissing(
  ctx: Context,
  byKey: ReadonlyMap<string, Point>,
  known: Map<string, StoredDrive>,
): Promise<void> {
  const keys = [...byKey.keys()];
  const isMissing = (from: string, to: string) => from !== to && !known.has(keyOf({ from, to }));
  const countOf = (from: string) => keys.filter((to) => isMissing(from, to)).length;
  const fromNew = keys.filter((key) => countOf(key) > keys.length / 2);
  await askFor(ctx, { from: fromNew, to: keys, byKey, known });
  const from = keys.filter((key) => countOf(key) > 0);
  const to = keys.filter((key) => keys.some((other) => isMissing(other, key)));
  await askFor(ctx, { from, to, byKey, known });
}

type MissingDrives = {
  from: readonly string[];
  to: readonly string[];
  byKey: ReadonlyMap<string, Point>;
  known: Map<string, StoredDrive>;
};

async function askFor(ctx: Context, { from, to, byKey, known }: MissingDrives): Promise<void> {
  if (!ctx.routing || from.length === 0 || to.length === 0) return;
  const pointsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const rows = await ctx.routing.findDrives(pointsOf(from), pointsOf(to));
  const answers = from.flatMap((start, row) =>
    to.map((end, column) => storedDrive({ from: start, to: end }, rows[row]?.[column] ?? null)),
  );
  await upsertDrives(ctx.db, answers, { source: 'openrouteservice', nowMs: ctx.now() });
  for (const answer of answers) known.set(keyOf(answer), answer);
}

function storedDrive(pair: DrivePair, answer: DriveAnswer): StoredDrive {
  return { ...pair, seconds: answer?.seconds ?? null, meters: answer?.meters ?? null };
}

function tableOf(stored: readonly StoredDrive[]): DriveTable {
  const drives = new Map(stored.map((drive) => [keyOf(drive), drive]));
  const find = (from: Point, to: Point): Leg | null => {
    const pair = pairOf(from, to);
    if (pair.from === pair.to) return { seconds: 0, meters: 0 };
    const drive = drives.get(keyOf(pair));
    return drive && drive.seconds !== null ? { seconds: drive.seconds, meters: drive.meters } : null;
  };
  return {
    legOf: (from, to) => (from && to && find(from, to)) || estimateLeg(from, to),
    isKnown: (from, to) => find(from, to) !== null,
    isAnswered: (from, to) => {
      const pair = pairOf(from, to);
      return pair.from === pair.to || drives.has(keyOf(pair));
    },
  };
}

const pointKey = ({ lat, lng }: Point) => `${lat.toFixed(4)},${lng.toFixed(4)}`;
const pairOf = (from: Point, to: Point): DrivePair => ({ from: pointKey(from), to: pointKey(to) });
const keyOf = ({ from, to }: DrivePair) => `${from} ${to}`;
