import * as z from 'zod/mini';
import type { Context } from '#worker/base/context.ts';
import {
  eraseRemovedWords,
  listCheckoutAddresses,
  listClientAddresses,
  listMergedAddresses,
  mapRemovals,
  removePersonalData,
} from './repo.ts';
import { hashAddress, REMOVALS_PREFIX, type Removal } from './statements.ts';

/** Removals of a page: each costs a call to R2 and one to the database, of 1,000 that an invocation has. */
const REMOVALS_PAGE_SIZE = 40;
const ADDRESSES_PAGE_SIZE = 5_000;

const removalObject = z.object({
  id: z.string(),
  emailHash: z.string(),
  removedAtMs: z.int(),
  paymentIds: z.optional(z.array(z.string())),
  checkoutIds: z.optional(z.array(z.string())),
  bookings: z.optional(z.array(z.object({ id: z.int(), createdAtMs: z.int() }))),
});

const STAGES = ['objects', 'merged', 'clients', 'checkouts', 'words'] as const;

/** What is done: `after` is the last object's key, or the last row's id as text. */
const replayProgress = z.object({
  stage: z.enum(STAGES),
  after: z.string(),
  listed: z.int(),
  found: z.int(),
});
type ReplayProgress = z.output<typeof replayProgress>;

type Page = { last: string | null; count: number };

/** Does one page after `after`. Returns where the next one begins, null at the end, and what it counted. */
const WORK: Record<ReplayProgress['stage'], (ctx: Context, after: string) => Promise<Page>> = {
  objects: replayObjects,
  // Before the clients: an address that is merged into a client is not one of theirs.
  merged: (ctx, after) => removeListed(ctx, listMergedAddresses, Number(after)),
  clients: (ctx, after) => removeListed(ctx, listClientAddresses, Number(after)),
  checkouts: (ctx, after) => removeListed(ctx, listCheckoutAddresses, Number(after)),
  words: eraseWords,
};

/**
 * After a restore: removes again the data of every customer on the list in R2, one page a call. First the rows whose ids
 * a removal has, then every address whose hash is on the list, then their words in the search indexes. `before`: the result of the last call, null for the
 * first. Needs the clients, which triggers or `npm run summaries:rebuild` fill. Safe to repeat.
 */
export async function replayRemovals(ctx: Context, before: unknown) {
  const { stage, after, listed, found }: ReplayProgress = before
    ? replayProgress.parse(before)
    : { stage: 'objects', after: '', listed: 0, found: 0 };
  const { last, count } = await WORK[stage](ctx, after);
  const counts = stage === 'objects' ? { listed: listed + count, found } : { listed, found: found + count };
  const next = last === null ? STAGES[STAGES.indexOf(stage) + 1] : stage;
  if (next) return { isDone: false, result: { ...counts, stage: next, after: last ?? '' } };
  ctx.log.info('removals_replayed', counts);
  return { isDone: true, result: counts };
}

/** Stores each removal in the database, too: the next stages and a download of the bucket read them there. */
async function replayObjects({ backups, db }: Context, after: string): Promise<Page> {
  const page = await backups.list({
    prefix: REMOVALS_PREFIX,
    limit: REMOVALS_PAGE_SIZE,
    ...(after && { startAfter: after }),
  });
  for (const { key } of page.objects) {
    const object = await backups.get(key);
    if (object) await removePersonalData(db, removalObject.parse(await object.json()), null);
  }
  return { last: page.truncated ? (page.objects.at(-1)?.key ?? null) : null, count: page.objects.length };
}

/** Also when no row was found: an attempt that was interrupted can have removed them. */
async function eraseWords({ db }: Context): Promise<Page> {
  if ((await mapRemovals(db)).size > 0) await eraseRemovedWords(db);
  return { last: null, count: 0 };
}

type ListAddresses = (
  db: Context['db'],
  page: { after: number; limit: number },
) => Promise<{ id: number; email: string }[]>;

async function removeListed({ db }: Context, list: ListAddresses, after: number): Promise<Page> {
  const removals = await mapRemovals(db);
  if (removals.size === 0) return { last: null, count: 0 };
  const rows = await list(db, { after, limit: ADDRESSES_PAGE_SIZE });
  const found = new Map<string, Removal>();
  let last = rows.length < ADDRESSES_PAGE_SIZE ? null : rows.at(-1);
  for (const row of rows) {
    const removal = removals.get(await hashAddress(row.email));
    if (removal) found.set(row.email, removal);
    if (found.size === REMOVALS_PAGE_SIZE) {
      last = row;
      break;
    }
  }
  for (const [email, removal] of found) await removePersonalData(db, removal, email);
  return { last: last ? String(last.id) : null, count: found.size };
}
