import { BULK_RESULT_DAYS } from '#domain/rental/bulk-actions.ts';
import { DAY_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { purgeOrphanedPhotos, purgePhotos, purgePositions } from '#worker/driver/photos/purge.ts';
import {
  purgeBlocks,
  purgeBulkActions,
  purgeBulkRows,
  purgeCheckouts,
  purgeCounts,
  purgeDeadMessages,
  purgeDeclinedZips,
  purgeDrives,
  purgeEvents,
  purgeNotifications,
  purgePlaces,
  purgeRepeatLinks,
  purgeRouteTexts,
  purgeSignInLinks,
  purgeTextAnswers,
} from './purge-repo.ts';

/** The most rows in one statement, and the most statements in one night. The next night deletes the rest. */
const BATCH = 500;
const BATCHES = 100;

/** How many days each kind of row is kept. Rate-limit windows, blocks and sign-in links end within a day. */
const KEPT = {
  checkouts: { days: 30, purge: purgeCheckouts },
  // Roads change, and points of former customers are deleted.
  drives: { days: 90, purge: purgeDrives },
  events: { days: 90, purge: purgeEvents },
  notifications: { days: 90, purge: purgeNotifications },
  deadMessages: { days: 90, purge: purgeDeadMessages },
  textAnswers: { days: 90, purge: purgeTextAnswers },
  counts: { days: 1, purge: purgeCounts },
  blocks: { days: 1, purge: purgeBlocks },
  signInLinks: { days: 1, purge: purgeSignInLinks },
  // They have an end of their own.
  repeatLinks: { days: 1, purge: purgeRepeatLinks },
  // First the rows: deleting an action deletes its rows, too, which are up to 1,000.
  bulkRows: { days: BULK_RESULT_DAYS, purge: purgeBulkRows },
  bulkActions: { days: BULK_RESULT_DAYS, purge: purgeBulkActions },
  // So that the owner can compare with the same season of the year before.
  declinedZips: { days: 400, purge: purgeDeclinedZips },
  places: { days: 30, purge: purgePlaces },
  // As long as photos of drivers are kept, unless the firm changes that.
  routeTexts: { days: 730, purge: purgeRouteTexts },
} as const;

/** The nightly purge. Returns the number of deleted rows of each kind. */
export async function purgeOld(ctx: Context) {
  const gone = {
    checkouts: 0,
    drives: 0,
    events: 0,
    notifications: 0,
    deadMessages: 0,
    textAnswers: 0,
    counts: 0,
    blocks: 0,
    signInLinks: 0,
    repeatLinks: 0,
    bulkRows: 0,
    bulkActions: 0,
    declinedZips: 0,
    places: 0,
    routeTexts: 0,
    photos: 0,
    orphanedPhotos: 0,
    positions: 0,
  };
  for (const [name, { days, purge }] of Object.entries(KEPT)) {
    const before = ctx.now() - days * DAY_MS;
    gone[name as keyof typeof KEPT] = await purgeInBatches((limit) => purge(ctx.db, before, limit));
  }
  gone.photos = await purgePhotos(ctx);
  gone.orphanedPhotos = await purgeOrphanedPhotos(ctx);
  gone.positions = await purgePositions(ctx);
  return gone;
}

async function purgeInBatches(purge: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const count = await purge(BATCH);
    total += count;
    if (count < BATCH) break;
  }
  return total;
}
