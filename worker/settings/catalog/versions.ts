import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogVersion, getCatalogVersion } from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { differences } from '#domain/catalog/differences.ts';
import type { CatalogSection, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import { brokenReferences } from '#domain/catalog/references.ts';
import { changedSections, RETIRING_SECTIONS, sortedRates, withRetired } from '#domain/catalog/sections.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded, type Write } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import { draftBusyError, draftWriteError, invalidSection } from './conflicts.ts';
import { countByZone, getDraft, tooManyIssues } from './draft.ts';
import { type DraftState, readDraft } from './draft-repo.ts';
import { requireRevision } from './publish.ts';
import {
  deleteDraft,
  findListedVersion,
  findPreviousVersionId,
  insertDraft,
  isUnchanged,
  listCardVersions,
  updateBase,
} from './publish-repo.ts';
import { incrementAllVersions, replaceCard, replaceZoneZips } from './sections-repo.ts';

type VersionRow = Awaited<ReturnType<typeof listCardVersions>>[number];

export async function listCatalogHistory(ctx: Context): Promise<CatalogVersion[]> {
  return (await listCardVersions(ctx.db)).map(versionOf);
}

export async function getVersion(ctx: Context, id: number): Promise<ReplyOf<typeof getCatalogVersion>> {
  const version = await requireVersion(ctx, id);
  const previousId = await findPreviousVersionId(ctx.db, id);
  const { card, zoneZips } = await getRateCard(ctx, id);
  return {
    ...versionOf(version),
    sections: card,
    zoneZipCounts: countByZone(zoneZips),
    previousId,
    differences:
      previousId === null ? [] : differences(await getRateCard(ctx, previousId), { card, zoneZips }),
  };
}

async function requireVersion(ctx: Context, id: number): Promise<VersionRow> {
  const version = await findListedVersion(ctx.db, id);
  if (!version) throw new AppError('not_found', `There is no published version ${id} of the catalog.`);
  return version;
}

function versionOf({ status, publishedAt, ...version }: VersionRow): CatalogVersion {
  return {
    ...version,
    status: status === 'published' ? 'published' : 'superseded',
    publishedAt: isoInstant(publishedAt),
  };
}

/** Starts a draft with the content of a published version. Entries that were added since then are retired in it. */
export async function startDraft(ctx: Context, actor: Actor, from: number): Promise<CatalogDraft> {
  await requireVersion(ctx, from);
  const state = await readDraft(ctx.db);
  if (state.draft) {
    throw new AppError(
      'conflict',
      'There is a draft already. Publish or discard it, then start another one.',
    );
  }
  const source = await getRateCard(ctx, from);
  const card = withAllEntries(source.card, state.card);
  await replaceDraft(ctx, actor, {
    state,
    card,
    zoneZips: source.zoneZips,
    draft: insertDraft(ctx.db, { baseId: from, nowMs: ctx.now() }),
  });
  return getDraft(ctx);
}

/** `revision`: that of the differences which the caller has seen; null accepts any. */
type RebaseInput = { publishedId: number; take: readonly CatalogSection[]; revision: number | null };

/** Makes the published version the base of the draft; the sections of `take` come from it. */
export async function rebaseDraft(
  ctx: Context,
  actor: Actor,
  { publishedId, take, revision }: RebaseInput,
): Promise<CatalogDraft> {
  const state = await readDraft(ctx.db);
  if (!state.draft) throw new AppError('conflict', 'There is no draft to rebase.');
  if (publishedId !== state.publishedId) {
    const message = `Version ${state.publishedId} is published now. Compare the draft with it, then rebase.`;
    throw new AppError('stale', message);
  }
  requireRevision(state, revision);
  const published = await getRateCard(ctx, publishedId);
  const taken = Object.fromEntries(take.map((section) => [section, published.card[section]]));
  const card: RateCard = { ...state.card, ...taken };
  const issues = brokenReferences('projectPresets', card);
  if (issues.length > 0) {
    throw invalidSection(issues.map((one) => ({ ...one, path: `projectPresets.${one.path}` })));
  }
  await replaceDraft(ctx, actor, {
    state,
    card,
    zoneZips: take.includes('area') ? published.zoneZips : state.zoneZips,
    draft: updateBase(ctx.db, publishedId),
  });
  return getDraft(ctx);
}

/**
 * Makes the draft equal to the published version again. Does nothing when it is. `revision`: that of the differences
 * which the caller has seen; null accepts any.
 */
export async function discardDraft(ctx: Context, actor: Actor, revision: number | null): Promise<void> {
  const state = await readDraft(ctx.db);
  const published = await getRateCard(ctx, state.publishedId);
  if (!state.draft && changedSections(published, state).length === 0) return;
  requireRevision(state, revision);
  await replaceDraft(ctx, actor, {
    state,
    card: published.card,
    zoneZips: published.zoneZips,
    draft: deleteDraft(ctx.db),
  });
}

/** The card with the entries of the current one that it does not have: retired. */
function withAllEntries(card: RateCard, current: RateCard): RateCard {
  const lists = RETIRING_SECTIONS.map((section) => [
    section,
    withRetired<{ id: string; isActive: boolean }>(card[section], {
      current: current[section],
      isPublished: () => true,
    }),
  ]);
  return { ...card, ...Object.fromEntries(lists) };
}

type Replacement = {
  state: DraftState;
  card: RateCard;
  zoneZips: ZoneZips;
  /** Begins the draft, ends it or changes its base. */
  draft: Write;
};

/** Writes all sections with new ETags, if the draft is as it was read. */
async function replaceDraft(ctx: Context, actor: Actor, { state, card, zoneZips, draft }: Replacement) {
  const issues = RETIRING_SECTIONS.flatMap((section) => tooManyIssues(section, card));
  if (issues.length > 0) throw invalidSection(issues);
  const after = { ...card, rates: sortedRates(card) };
  const change = { userId: actor.userId, nowMs: ctx.now() };
  try {
    const replaced = commit(ctx, {
      guards: { unchanged: isUnchanged(state) },
      writes: {
        draft,
        card: replaceCard(ctx.db, after),
        zips: replaceZoneZips(ctx.db, zoneZips),
        versions: incrementAllVersions(ctx.db, change),
      },
    });
    if (await unlessGuarded(['unchanged'], replaced)) return;
  } catch (error) {
    throw await draftWriteError(ctx, error, { before: state.card, after });
  }
  throw draftBusyError();
}
