import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/shared/days.ts';
import { DAY_MS } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { type InsertValues, insertSelect, readTogether } from '#worker/base/db/rows.ts';
import { termsVersions } from '#worker/base/db/schema/business.ts';
import { checkoutRevisions, checkouts } from '#worker/base/db/schema/checkouts.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import type { Rental } from '#worker/fleet/units/free-units-repo.ts';

export type Checkout = typeof checkouts.$inferSelect;
export type Revision = typeof checkoutRevisions.$inferSelect;
/** An open checkout with the days of its current revision. */
export type HeldCheckout = { checkout: Checkout; days: Pick<Revision, 'endDate' | 'pickupDay'> };

export async function findById(db: Db, id: string): Promise<Checkout | null> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return rows[0] ?? null;
}

export async function findCheckoutByIntent(db: Db, intentId: string): Promise<Checkout | null> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.stripePaymentIntentId, intentId));
  return rows[0] ?? null;
}

/**
 * What a call to open a checkout needs, in one read: the checkout that has its key, the published rate card, the days
 * without deliveries and pickups from `from` on, and the versions of the terms that are current or were within the last
 * 24 hours, the current one first.
 */
export async function readForOpening(
  db: Db,
  { key, from, nowMs }: { key: string; from: Day; nowMs: number },
) {
  const newer = alias(termsVersions, 'newer');
  const replacedEarlier = db
    .select({ one: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.type, termsVersions.type),
        gt(newer.publishedAt, termsVersions.publishedAt),
        lte(newer.publishedAt, nowMs - DAY_MS),
      ),
    );
  const isAcceptable = and(
    eq(termsVersions.type, 'terms'),
    lte(termsVersions.publishedAt, nowMs),
    notExists(replacedEarlier),
  );
  const [found, published, closed, terms] = await readTogether(db, [
    db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.key, key), sql`state <> 'expired'`)),
    selectPublishedVersion(db),
    listClosedDays(db, from),
    db
      .select({ version: termsVersions.version })
      .from(termsVersions)
      .where(isAcceptable)
      .orderBy(desc(termsVersions.publishedAt)),
  ]);
  return {
    found: found[0] ?? null,
    published,
    closedDays: new Set(closed.map(({ day }) => day)),
    terms: terms.map(({ version }) => version),
  };
}

/** All revisions of a checkout, newest first. */
export function listRevisions(db: Db, checkoutId: string): Promise<Revision[]> {
  return db
    .select()
    .from(checkoutRevisions)
    .where(eq(checkoutRevisions.checkoutId, checkoutId))
    .orderBy(desc(checkoutRevisions.revision));
}

/** Open checkouts that began at `before` or earlier, oldest first. */
export function listOpen(db: Db, before: number, limit: number): Promise<Checkout[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(sql`state = 'open'`, lte(checkouts.createdAt, before)))
    .orderBy(asc(checkouts.createdAt))
    .limit(limit);
}

/** Open checkouts whose hold has ended, the earliest end first. */
export function listExpiredCheckouts(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
  condition?: SQL,
): Promise<Checkout[]> {
  return db
    .select(getTableColumns(checkouts))
    .from(checkouts)
    .where(and(sql`state = 'open'`, lte(checkouts.expiresAt, nowMs), condition))
    .orderBy(asc(checkouts.expiresAt))
    .limit(limit);
}

/** True for a checkout that holds a unit of the size on at least one of the days. */
export function holdsDaysOf(db: Db, rental: Rental): SQL {
  const holders = db
    .select({ id: dumpsterSchedule.checkoutId })
    .from(dumpsters)
    .innerJoin(dumpsterSchedule, eq(dumpsterSchedule.dumpsterId, dumpsters.id))
    .where(
      and(
        sql`${dumpsters.dumpsterType} = ${rental.dumpsterType}`,
        sql`${dumpsterSchedule.endDate} >= ${rental.start} AND ${dumpsterSchedule.startDate} <= ${rental.end}`,
        sql`${dumpsterSchedule.checkoutId} IS NOT NULL`,
      ),
    );
  return inArray(checkouts.id, holders);
}

export function insertCheckout(db: Db, row: InsertValues<typeof checkouts>) {
  return db.run(insertSelect(checkouts, row));
}

/** True while no checkout has the key; one that is expired has given it back. */
export function isKeyFree(key: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM checkouts WHERE key = ${key} AND state <> 'expired')`;
}

export function insertRevision(db: Db, row: Revision) {
  return db.run(insertSelect(checkoutRevisions, row));
}

/** True while the checkout is open and, if a token is given, claimed with it. */
export function isOpen(checkoutId: string, lockToken?: string): SQL {
  const claimed = lockToken ? sql` AND lock_token = ${lockToken}` : sql``;
  return sql`EXISTS (SELECT 1 FROM checkouts WHERE id = ${checkoutId} AND state = 'open'${claimed})`;
}

/** Claims an open checkout for one writer; false when another one has it. */
export async function claim(db: Db, id: string, lock: { token: string; nowMs: number; untilMs: number }) {
  const result = await db.run(sql`
    UPDATE checkouts SET lock_token = ${lock.token}, locked_until = ${lock.untilMs}
    WHERE id = ${id} AND state = 'open' AND (locked_until IS NULL OR locked_until <= ${lock.nowMs})`);
  return result.meta.changes === 1;
}

export async function releaseClaim(db: Db, id: string, token: string) {
  await releaseStatement(db, id, token);
}

function releaseStatement(db: Db, id: string, token: string) {
  return db.run(
    sql`UPDATE checkouts SET lock_token = NULL, locked_until = NULL WHERE id = ${id} AND lock_token = ${token}`,
  );
}

/** Stores the intent of a checkout and ends the claim of its beginning. Returns the checkout after that. */
export async function storeCheckoutIntent(
  db: Db,
  { id, token }: { id: string; token: string },
  intent: { paymentIntentId: string; clientSecret: string },
): Promise<Checkout | null> {
  const isThis = eq(checkouts.id, id);
  const stored = db
    .update(checkouts)
    .set({
      stripePaymentIntentId: intent.paymentIntentId,
      clientSecret: sql`CASE WHEN state = 'open' THEN ${intent.clientSecret} END`,
      clientSecretHash: await sha256(intent.clientSecret),
    })
    .where(isThis);
  const writes = {
    stored,
    released: releaseStatement(db, id, token),
    after: db.select().from(checkouts).where(isThis),
  };
  const { after } = await commit({ db }, { writes });
  return after[0] ?? null;
}

/**
 * Makes a revision the current one, stores its e-mail and phone, and deletes the days of all others. The networks of
 * the first call stay: otherwise a caller could move holds out of a network that has reached its limit.
 */
export async function makeCurrent(
  db: Db,
  revision: Revision,
  { emailKey, phoneKey }: { emailKey: string; phoneKey: string },
) {
  const { checkoutId, revision: number } = revision;
  await commit(
    { db },
    {
      writes: [
        db
          .update(checkouts)
          .set({ currentRevision: number, emailKey, phoneKey })
          .where(and(eq(checkouts.id, checkoutId), sql`state = 'open'`)),
        deleteOtherDays(db, checkoutId, number),
      ],
    },
  );
}

/** Stores which version of the terms the customer accepted, and from where; the booking takes these columns over. */
export async function updateAcceptedTerms(
  db: Db,
  id: string,
  accepted: Pick<Checkout, 'termsVersion' | 'termsAcceptedAt' | 'termsIp'>,
) {
  await db
    .update(checkouts)
    .set(accepted)
    .where(and(eq(checkouts.id, id), sql`state = 'open'`));
}

/** Stores the consent to texts with a revision; null removes it. */
export async function updateTextOptIn(
  db: Db,
  { checkoutId, revision }: Pick<Revision, 'checkoutId' | 'revision'>,
  textOptIn: Revision['textOptIn'],
) {
  await db
    .update(checkoutRevisions)
    .set({ textOptIn })
    .where(and(eq(checkoutRevisions.checkoutId, checkoutId), eq(checkoutRevisions.revision, revision)));
}

/** Deletes the held days of all other revisions. */
export function deleteOtherDays(db: Db, checkoutId: string, revision: number) {
  return db.run(
    sql`DELETE FROM dumpster_schedule WHERE checkout_id = ${checkoutId} AND revision <> ${revision}`,
  );
}

/** Expires an open checkout and releases its days. Call it only when its intent can no longer be paid. */
export async function expire(db: Db, id: string) {
  await commit({ db }, { writes: [expireCheckouts(db, [id]), deleteDaysOfExpired(db, [id])] });
}

/** Ends open checkouts; deleteDaysOfExpired follows in the same transaction. */
export function expireCheckouts(db: Db, ids: readonly string[]) {
  return db.run(sql`
    UPDATE checkouts SET state = 'expired', client_secret = NULL, lock_token = NULL,
      locked_until = NULL
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND state = 'open'`);
}

export function deleteDaysOfExpired(db: Db, ids: readonly string[]) {
  return db.run(sql`
    DELETE FROM dumpster_schedule WHERE checkout_id IN (
      SELECT id FROM checkouts
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND state = 'expired')`);
}

/** True until the checkout has become a booking, even after its hold was released. */
export function isUnpaid(checkoutId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM checkouts WHERE id = ${checkoutId} AND state <> 'paid')`;
}

/** Moves the days of a dumpster of the paid revision from the checkout to its booking. */
export function moveDaysToBooking(
  db: Db,
  source: { checkoutId: string; revision: number; item: number },
  bookingId: SQL,
) {
  return db.run(sql`
    UPDATE dumpster_schedule SET booking_id = ${bookingId}, checkout_id = NULL, revision = NULL, item = 1
    WHERE checkout_id = ${source.checkoutId} AND revision = ${source.revision} AND item = ${source.item}`);
}

/**
 * Marks a checkout as paid. It keeps the caller's key, so that a repeated call finds the booking. A derived key is
 * removed, and so is the key of an expired checkout, because a later checkout can have it now.
 */
export function markPaid(
  db: Db,
  source: { checkoutId: string; revision: number; intentId: string },
  bookingId: SQL,
) {
  return db.run(sql`
    UPDATE checkouts SET
      state = 'paid', booking_id = ${bookingId}, current_revision = ${source.revision},
      stripe_payment_intent_id = ${source.intentId}, client_secret = NULL, lock_token = NULL, locked_until = NULL,
      key = CASE WHEN state = 'open' AND key NOT LIKE 'details:%' THEN key ELSE id END
    WHERE id = ${source.checkoutId} AND state <> 'paid'`);
}
