import * as z from 'zod/mini';
import type { Context } from '#worker/context.ts';
import {
  eraseRemovedWords,
  listCheckoutAddresses,
  listClientAddresses,
  removePersonalData,
  storeRemovals,
} from './repo.ts';
import { hashAddress, REMOVALS_PREFIX, type Removal } from './statements.ts';

const BATCH_SIZE = 500;

const storedRemoval = z.object({ id: z.string(), emailHash: z.string(), removedAtMs: z.int() });

/**
 * After a restore: removes again the data of every customer on the list in R2. Needs the clients, which triggers or
 * `npm run summaries:rebuild` fill. Safe to repeat. Returns the number of removals on the list and of addresses found.
 */
export async function replayRemovals(ctx: Context) {
  const listed = await readRemovals(ctx.backups);
  // A copy of the bucket is made by the rows of the database.
  await storeRemovals(ctx.db, listed);
  const byHash = Map.groupBy(listed, ({ emailHash }) => emailHash);
  const found = new Map<string, Removal>();
  if (listed.length > 0) {
    for (const list of [listClientAddresses, listCheckoutAddresses]) {
      for (const email of await addressesOf(ctx, list)) {
        const removals = byHash.get(await hashAddress(email)) ?? [];
        // The latest covers what the earlier ones removed.
        const latest = removals.toSorted((a, b) => b.removedAtMs - a.removedAtMs)[0];
        if (latest) found.set(email, latest);
      }
    }
  }
  for (const [email, removal] of found) await removePersonalData(ctx.db, removal, email);
  // Also when none is found: an attempt that was interrupted can have removed them.
  if (listed.length > 0) await eraseRemovedWords(ctx.db);
  ctx.log.info('removals_replayed', { listed: listed.length, found: found.size });
  return { listed: listed.length, found: found.size };
}

async function readRemovals(bucket: R2Bucket): Promise<Removal[]> {
  const removals: Removal[] = [];
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ prefix: REMOVALS_PREFIX, ...(cursor && { cursor }) });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      if (object) removals.push(storedRemoval.parse(await object.json()));
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return removals;
}

type ListAddresses = (
  db: Context['db'],
  page: { after: number; limit: number },
) => Promise<{ id: number; email: string }[]>;

/** Every address once. */
async function addressesOf({ db }: Context, list: ListAddresses): Promise<Set<string>> {
  const addresses = new Set<string>();
  for (let after = 0; ; ) {
    const rows = await list(db, { after, limit: BATCH_SIZE });
    for (const { email } of rows) addresses.add(email);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return addresses;
    after = last.id;
  }
}
