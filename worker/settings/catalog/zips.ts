import type { changeZoneZips, findDraftZone } from '#contract/catalog-draft.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import {
  countZips,
  intersectRanges,
  mergeRanges,
  parseZipRange,
  parseZipRanges,
  subtractRanges,
  type ZipSpan,
  zipRangeText,
} from '#domain/catalog/zip-ranges.ts';
import { findZone, isServed } from '#domain/catalog/zones.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { draftBusyError } from './conflicts.ts';
import { type DraftState, readDraft } from './draft-repo.ts';
import { incrementVersion, insertDraftIfNone, isVersion } from './sections-repo.ts';
import { replaceZipRows } from './zips-repo.ts';

type ZipChange = BodyOf<typeof changeZoneZips>;
type ZipResult = ReplyOf<typeof changeZoneZips>;

/** Attempts while other requests change ZIP codes at the same moment. */
const MAX_ATTEMPTS = 5;

/**
 * Adds codes to a zone or removes them, and says what happened to each. Codes of another zone stay there. Creates the
 * draft if there is none. Throws busy after five attempts against other changes.
 */
export async function updateZoneZips(ctx: Context, actor: Actor, input: ZipChange): Promise<ZipResult> {
  const { wanted, invalid } = readZips(input.zips);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const state = await readDraft(ctx.db);
    requireZone(state, input.zone);
    const { before, after, ...result } =
      input.mode === 'add' ? add(state, input.zone, wanted) : remove(state, input.zone, wanted);
    const reply = { ...result, invalid, count: countZips(after) };
    if (result.added + result.removed === 0) return reply;
    if (await write(ctx, actor, { state, zone: input.zone, before, after })) return reply;
  }
  throw draftBusyError();
}

function readZips(texts: readonly string[]): { wanted: ZipSpan[]; invalid: string[] } {
  const ranges: ZipSpan[] = [];
  const invalid: string[] = [];
  for (const text of texts) {
    const range = parseZipRange(text);
    if (range) ranges.push(range);
    else if (text.trim() !== '') invalid.push(text);
  }
  return { wanted: mergeRanges(ranges), invalid };
}

function requireZone({ card }: DraftState, zone: string) {
  if (card.area.zones.some(({ id }) => id === zone)) return;
  const message = `No zone has the id ${zone}. Save the zones first.`;
  throw new AppError('invalid', message, { issues: [{ path: 'zone', message }] });
}

type ZipPlan = Omit<ZipResult, 'invalid' | 'count'> & { before: ZipSpan[]; after: ZipSpan[] };

function add({ zoneZips }: DraftState, zone: string, wanted: ZipSpan[]): ZipPlan {
  const before = parseZipRanges(zoneZips[zone] ?? []);
  const inOtherZone = Object.entries(zoneZips)
    .filter(([other]) => other !== zone)
    .flatMap(([other, codes]) =>
      intersectRanges(wanted, parseZipRanges(codes)).map((range) => ({ range, zone: other })),
    );
  const taken = mergeRanges(inOtherZone.map(({ range }) => range));
  const free = subtractRanges(wanted, taken);
  const unchanged = countZips(intersectRanges(free, before));
  return {
    before,
    after: mergeRanges([...before, ...free]),
    added: countZips(free) - unchanged,
    removed: 0,
    unchanged,
    inOtherZone: inOtherZone.map(({ range, zone: other }) => ({ zip: zipRangeText(range), zone: other })),
  };
}

function remove({ zoneZips }: DraftState, zone: string, wanted: ZipSpan[]): ZipPlan {
  const before = parseZipRanges(zoneZips[zone] ?? []);
  const removed = countZips(intersectRanges(before, wanted));
  return {
    before,
    after: subtractRanges(before, wanted),
    added: 0,
    removed,
    unchanged: countZips(wanted) - removed,
    inOtherZone: [],
  };
}

type ZipWrite = { state: DraftState; zone: string; before: ZipSpan[]; after: ZipSpan[] };

/** Writes the rows that differ. False when other ZIP codes changed since they were read. */
async function write(ctx: Context, actor: Actor, { state, zone, before, after }: ZipWrite): Promise<boolean> {
  const change = { userId: actor.userId, nowMs: ctx.now() };
  const written = commit(ctx, {
    guards: { version: isVersion('zoneZips', state.versions.get('zoneZips') ?? 0) },
    writes: {
      draft: insertDraftIfNone(ctx.db, change.nowMs),
      zips: replaceZipRows(ctx.db, { zone, before, after }),
      version: incrementVersion(ctx.db, 'zoneZips', change),
    },
  });
  return (await unlessGuarded(['version'], written)) !== null;
}

/** The codes and ranges of a zone of the draft, in order. */
export async function listZips(ctx: Context, zone: string): Promise<string[]> {
  const state = await readDraft(ctx.db);
  requireZone(state, zone);
  return state.zoneZips[zone] ?? [];
}

/** 'Try a ZIP': whether the draft serves a code of five or nine digits, and its zone. */
export async function tryZip(ctx: Context, zip: string): Promise<ReplyOf<typeof findDraftZone>> {
  const { card, zoneZips } = await readDraft(ctx.db);
  const id = findZone(zoneZips, zip);
  return { served: isServed(card.area, id), zone: card.area.zones.find((zone) => zone.id === id) ?? null };
}
