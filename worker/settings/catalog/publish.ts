import {
  type listCatalogDifferences,
  MAX_BROKEN_BOOKINGS,
  type publishCatalog,
} from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { bookingsOnClosedDays, brokenRules, overfullDays } from '#domain/catalog/broken-bookings.ts';
import { type CardIssue, checkCard } from '#domain/catalog/check-card.ts';
import { type CardContent, differences } from '#domain/catalog/differences.ts';
import { offeredSizes } from '#domain/catalog/entries.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertCatalogTask } from '#worker/notify/outbox/repo.ts';
import { draftBusyError, invalidSection } from './conflicts.ts';
import { type DraftState, readDraft } from './draft-repo.ts';
import {
  computeDraftRevision,
  isDraft,
  isUnchanged,
  listComingBookings,
  listTruckDays,
  publishStatements,
} from './publish-repo.ts';
import { countUnits, listBookedPeriods } from './usage-repo.ts';

type Differences = ReplyOf<typeof listCatalogDifferences>;

/** What the publish dialog shows, and the revision of the draft that it describes. */
export async function readDifferences(ctx: Context): Promise<Differences & { revision: number }> {
  const state = await readDraft(ctx.db);
  const published = await getRateCard(ctx, state.publishedId);
  const [conflicts, units] = await Promise.all([findConflicts(ctx, published, state), countUnits(ctx.db)]);
  const baseId = state.draft?.baseId ?? state.publishedId;
  return {
    baseId,
    publishedId: state.publishedId,
    isSuperseded: baseId !== state.publishedId,
    differences: differences(published, state),
    issues: await listIssues(ctx, state, published.card),
    ...conflicts,
    sizesWithoutUnits: offeredSizes(state.card)
      .filter(({ id }) => !units.has(id))
      .map(({ name }) => name),
    revision: computeDraftRevision(state),
  };
}

/** The coming bookings and days that break a rule which the draft changes. */
async function findConflicts(ctx: Context, before: CardContent, after: CardContent) {
  const today = ctx.today();
  const [coming, truckDays, closedDays] = await Promise.all([
    listComingBookings(ctx.db, today),
    listTruckDays(ctx.db, today),
    listClosedDays(ctx.db, today),
  ]);
  const bookings = coming.map((booking) => ({
    ...booking,
    deliveryDate: booking.deliveryDate < today ? null : booking.deliveryDate,
  }));
  const names = new Map(bookings.map(({ id, customerName }) => [id, customerName]));
  const broken = [
    ...brokenRules(before, after, bookings),
    ...bookingsOnClosedDays(bookings, new Set(closedDays.map(({ day }) => day))),
  ];
  return {
    brokenBookings: broken
      .slice(0, MAX_BROKEN_BOOKINGS)
      .map(({ bookingId, text }) => ({ bookingId, customerName: names.get(bookingId) ?? '', text })),
    brokenBookingsCount: new Set(broken.map(({ bookingId }) => bookingId)).size,
    overfullDays: [...truckDays].flatMap(([day, { moves, bookingIds }]) =>
      overfullDays(before.card.calendar, after.card.calendar, new Map([[day, moves]])).map((text) => ({
        text,
        bookingIds,
      })),
    ),
  };
}

/** What prevents a publication, with paths that begin with the section. */
async function listIssues(ctx: Context, state: DraftState, published: RateCard): Promise<Issue[]> {
  const issues = [
    ...checkCard(state.card, state.zoneZips),
    ...(await changedDays(ctx, state.card, published)),
  ];
  return issues.map(({ section, path, message }) => ({
    path: path === '' ? section : `${section}.${path}`,
    message,
  }));
}

/** A period can be booked after its days were changed in the draft. */
async function changedDays({ db }: Context, card: RateCard, published: RateCard): Promise<CardIssue[]> {
  const changed = new Set(idsWithOtherDays(card, published));
  if (changed.size === 0) return [];
  const booked = await listBookedPeriods(db);
  return card.rentalOptions.flatMap(({ id, title }, index) =>
    changed.has(id) && booked.has(id)
      ? [
          {
            section: 'rentalOptions',
            path: `${index}.days`,
            message: `${title} was booked, so its days cannot change`,
          },
        ]
      : [],
  );
}

function idsWithOtherDays(card: RateCard, published: RateCard): string[] {
  const days = new Map(published.rentalOptions.map((option) => [option.id, option.days]));
  return card.rentalOptions
    .filter((option) => days.has(option.id) && days.get(option.id) !== option.days)
    .map(({ id }) => id);
}

/** `revision`: that of the differences which the caller has seen; null accepts any. */
type PublishInput = { note: string; revision: number | null };

/** The differences that the history entry keeps; the snapshots have all of them. */
const MAX_RECORDED_DIFFERENCES = 100;

/**
 * Publishes the draft. Exactly one of several callers succeeds; the others get 409. An outbox row of the same transaction
 * brings the version to the public page.
 */
export async function publishDraft(
  ctx: Context,
  actor: Actor,
  { note, revision }: PublishInput,
): Promise<ReplyOf<typeof publishCatalog>> {
  const state = await readDraft(ctx.db);
  const published = await getRateCard(ctx, state.publishedId);
  const draftId = requirePublishable(state, revision);
  const issues = [...(await listIssues(ctx, state, published.card)), ...sizeIssues(state)];
  if (issues.length > 0) throw invalidSection(issues);
  const change = { userId: actor.userId, nowMs: ctx.now() };
  const task = { id: ctx.newId(), subject: `${draftId}`, createdAt: change.nowMs };
  const texts = differences(published, state).map(({ text }) => text);
  const entry = {
    action: 'published',
    actor,
    before: { publishedId: state.publishedId },
    after: { note, differences: texts.slice(0, MAX_RECORDED_DIFFERENCES) },
    nowMs: change.nowMs,
  };
  const publication = commit(ctx, {
    guards: {
      draft: isDraft(draftId),
      unchanged: isUnchanged(state, idsWithOtherDays(state.card, published.card)),
    },
    writes: {
      entry: insertEntry(ctx.db, { subject: 'catalog', subjectId: draftId, version: 1 }, entry),
      task: insertCatalogTask(ctx.db, task),
      cards: publishStatements(ctx.db, { ...change, draftId, state, note }),
    },
  });
  if (!(await unlessGuarded(['draft', 'unchanged'], publication))) {
    requirePublishable(await readDraft(ctx.db), computeDraftRevision(state));
    throw draftBusyError();
  }
  await enqueueOutboxRow(ctx, task.id);
  return { id: draftId, publishedAt: isoInstant(change.nowMs) };
}

/** The id of the draft. Throws when there is none, when it changed since `revision`, or when its base is superseded. */
function requirePublishable(state: DraftState, revision: number | null): number {
  const { draft, publishedId } = state;
  if (!draft) {
    const message = `There is no draft to publish: version ${publishedId} is published and nothing is changed.`;
    throw new AppError('conflict', message);
  }
  requireRevision(state, revision);
  if (draft.baseId === publishedId) return draft.id;
  const message = `This draft was started from version ${draft.baseId}, but version ${publishedId} is published now. Compare the draft with it and rebase the draft, then publish.`;
  throw new AppError('conflict', message, { body: { baseId: draft.baseId, publishedId } });
}

/** Throws stale when the draft changed since `revision`; null accepts any. */
export function requireRevision(state: DraftState, revision: number | null): void {
  if (revision === null || revision === computeDraftRevision(state)) return;
  const message = 'The draft changed after its differences were shown. Review them again, then continue.';
  throw new AppError('stale', message);
}

/** D1 stores at most 2 MB in a row; the note and the other columns are small. */
const MAX_CARD_BYTES = 1_900_000;

function sizeIssues({ card, zoneZips }: DraftState): Issue[] {
  const bytes = new TextEncoder().encode(JSON.stringify(card) + JSON.stringify(zoneZips)).byteLength;
  if (bytes <= MAX_CARD_BYTES) return [];
  const message = `The catalog has ${Math.ceil(bytes / 1000)} kB; at most ${MAX_CARD_BYTES / 1000} kB can be published. Remove rates that are not offered.`;
  return [{ path: 'rates', message }];
}
