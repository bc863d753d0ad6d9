import { MAX_ENTRIES } from '#contract/catalog.ts';
import { CATALOG_SECTIONS, type CatalogDraft, type CatalogUsage } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { brokenReferences } from '#domain/catalog/references.ts';
import { changedSections, isRetiring, sortedRates, withRetired } from '#domain/catalog/sections.ts';
import { countZips, parseZipRanges } from '#domain/catalog/zip-ranges.ts';
import type { Issue } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getRateCard, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { draftWriteError, invalidSection, staleSectionError } from './conflicts.ts';
import { type DraftState, readDraft } from './draft-repo.ts';
import {
  incrementVersion,
  insertDraftIfNone,
  isVersion,
  removeLostRates,
  SECTION_WRITERS,
} from './sections-repo.ts';
import { countBookings, countUnits, listBookedPeriods } from './usage-repo.ts';

/** The draft as staff edit it; without a draft, the published version. */
export async function getDraft(ctx: Context): Promise<CatalogDraft> {
  const state = await readDraft(ctx.db);
  const { draft, publishedId, card, zoneZips, versions } = state;
  const published = await getRateCard(ctx, publishedId);
  const baseId = draft?.baseId ?? publishedId;
  return {
    id: draft?.id ?? null,
    baseId,
    publishedId,
    isSuperseded: baseId !== publishedId,
    sections: card,
    publishedRates: published.card.rates,
    publishedPolicy: published.card.policy,
    etags: Object.fromEntries(
      CATALOG_SECTIONS.map((section) => [section, sectionEtag(versions.get(section) ?? 0)]),
    ) as Record<CatalogSection, string>,
    zoneZipCounts: countByZone(zoneZips),
    changed: changedSections(published, { card, zoneZips }),
    usage: await readUsage(ctx, card, published),
  };
}

export const sectionEtag = (version: number) => `"${version}"`;

/** The number of ZIP codes of each zone. */
export function countByZone(zoneZips: DraftState['zoneZips']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(zoneZips).map(([zone, codes]) => [zone, countZips(parseZipRanges(codes))]),
  );
}

async function readUsage(ctx: Context, card: RateCard, published: PublishedRateCard): Promise<CatalogUsage> {
  const [counts, units, booked] = await Promise.all([
    countBookings(ctx.db, ctx.today()),
    countUnits(ctx.db),
    listBookedPeriods(ctx.db),
  ]);
  const usageOf = (section: keyof CatalogUsage, id: string) => ({
    isPublished: published.card[section].some((entry) => entry.id === id),
    bookings: counts.find((one) => one.type === section && one.id === id)?.bookings ?? 0,
  });
  const byId = <T>(section: keyof CatalogUsage, usage: (id: string) => T): Record<string, T> =>
    Object.fromEntries(card[section].map(({ id }) => [id, usage(id)]));
  return {
    rentalOptions: byId('rentalOptions', (id) => ({
      ...usageOf('rentalOptions', id),
      hasFixedDays: booked.has(id),
    })),
    dumpsterSizes: byId('dumpsterSizes', (id) => ({
      ...usageOf('dumpsterSizes', id),
      units: units.get(id) ?? 0,
    })),
    materials: byId('materials', (id) => usageOf('materials', id)),
    chargeItems: byId('chargeItems', (id) => usageOf('chargeItems', id)),
  };
}

type SectionInput<S extends CatalogSection> = { section: S; value: RateCard[S]; version: number };

/**
 * Replaces a section of the draft and creates the draft if there is none. Returns the section as it is stored. Throws
 * stale if the section has another version, and invalid with the field if it refers to what does not exist.
 */
export async function saveSection<S extends CatalogSection>(
  ctx: Context,
  actor: Actor,
  { section, value, version }: SectionInput<S>,
): Promise<RateCard[S]> {
  const state = await readDraft(ctx.db);
  if ((state.versions.get(section) ?? 0) !== version) throw await staleSectionError(ctx, section);
  const { card: published } = await getRateCard(ctx, state.publishedId);
  const after = {
    ...state.card,
    [section]: keepPublished(section, value, { current: state.card, published }),
  };
  const issues = [...tooManyIssues(section, after), ...brokenReferences(section, after)];
  if (issues.length > 0) throw invalidSection(issues);
  const card = { ...after, rates: sortedRates(after) };
  const change = { userId: actor.userId, nowMs: ctx.now() };
  try {
    const saved = commit(ctx, {
      guards: { version: isVersion(section, version) },
      writes: {
        draft: insertDraftIfNone(ctx.db, change.nowMs),
        lostRates: removeLostRates(ctx.db, section, { card, change }),
        section: SECTION_WRITERS[section](ctx.db, card),
        zips: section === 'area' ? [incrementVersion(ctx.db, 'zoneZips', change)] : [],
        version: incrementVersion(ctx.db, section, change),
      },
    });
    if (await unlessGuarded(['version'], saved)) return card[section];
  } catch (error) {
    throw await draftWriteError(ctx, error, { before: state.card, after });
  }
  throw await staleSectionError(ctx, section);
}

/** The new entries of a section, and those that it leaves out but a published version has: they are retired. */
function keepPublished<S extends CatalogSection>(
  section: S,
  value: RateCard[S],
  { current, published }: { current: RateCard; published: RateCard },
): RateCard[CatalogSection] {
  if (!isRetiring(section)) return value;
  const isPublished = (id: string) => published[section].some((entry) => entry.id === id);
  const retire = withRetired<{ id: string; isActive: boolean }>;
  return retire(value as RateCard[typeof section], { current: current[section], isPublished }) as RateCard[S];
}

/** A section with its retired entries must still be accepted by its own schema. */
export function tooManyIssues(section: CatalogSection, card: RateCard): Issue[] {
  if (!isRetiring(section) || card[section].length <= MAX_ENTRIES) return [];
  const message = `At most ${MAX_ENTRIES} entries, with the retired ones; this makes ${card[section].length}`;
  return [{ path: '', message }];
}
