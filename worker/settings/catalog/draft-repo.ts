import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { CatalogSection, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import { sortedRates } from '#domain/catalog/sections.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import {
  catalogRules,
  catalogSections,
  chargeItems,
  dumpsterSizes,
  materials,
  projectPresets,
  rateCards,
  rates,
  rentalOptions,
  taxRules,
  zones,
  zoneZips,
} from '#worker/base/db/schema/catalog.ts';

/** What has a version of its own: each section, and the ZIP codes of the zones. */
export type VersionedPart = CatalogSection | 'zoneZips';

export type DraftState = {
  /** Null while nothing is edited: the tables then hold the published version. */
  draft: { id: number; baseId: number } | null;
  publishedId: number;
  card: RateCard;
  zoneZips: ZoneZips;
  /** The versions of the parts that were edited; the others have version 0. */
  versions: ReadonlyMap<string, number>;
};

/** The draft as one transaction sees it. */
export async function readDraft(db: Db): Promise<DraftState> {
  const [options, sizes, kinds, presets, prices, items, areas, zips, taxes, [rules], versions, cards] =
    await readTogether(db, [
      db.select(entryOf(rentalOptions)).from(rentalOptions).orderBy(asc(rentalOptions.position)),
      db.select(entryOf(dumpsterSizes)).from(dumpsterSizes).orderBy(asc(dumpsterSizes.position)),
      db.select(entryOf(materials)).from(materials).orderBy(asc(materials.position)),
      db.select(entryOf(projectPresets)).from(projectPresets).orderBy(asc(projectPresets.position)),
      db.select().from(rates),
      db.select(entryOf(chargeItems)).from(chargeItems).orderBy(asc(chargeItems.position)),
      db.select(entryOf(zones)).from(zones).orderBy(asc(zones.position)),
      zipsByZone(db),
      db.select(entryOf(taxRules)).from(taxRules).orderBy(asc(taxRules.position)),
      db.select().from(catalogRules),
      db.select({ section: catalogSections.section, version: catalogSections.version }).from(catalogSections),
      db
        .select({ id: rateCards.id, status: rateCards.status, baseId: rateCards.baseId })
        .from(rateCards)
        .where(sql`${rateCards.status} IN ('draft', 'published')`),
    ]);
  const draft = cards.find(({ status }) => status === 'draft');
  const published = cards.find(({ status }) => status === 'published');
  if (!published || !rules) throw new Error('No catalog is published: the migrations insert the first one');
  const lists = { rentalOptions: options, dumpsterSizes: sizes, materials: kinds };
  return {
    draft: draft ? { id: draft.id, baseId: draft.baseId ?? published.id } : null,
    publishedId: published.id,
    card: {
      ...lists,
      projectPresets: presets,
      rates: sortedRates({ ...lists, rates: prices }),
      chargeItems: items,
      area: { mode: rules.areaMode, zones: areas },
      taxRules: taxes,
      calendar: calendarOf(rules),
      policy: policyOf(rules),
    },
    zoneZips: Object.fromEntries(zips.map(({ zone, codes }) => [zone, JSON.parse(codes) as string[]])),
    versions: new Map(versions.map(({ section, version }) => [section, version])),
  };
}

/** The columns of an entry: its place in the list is the position. */
function entryOf<T extends SQLiteTable>(table: T) {
  const { position: _, ...columns } = getTableColumns(table);
  return columns as Omit<typeof columns, 'position'>;
}

/** One row a zone with its codes as JSON: a zone can have thousands. */
function zipsByZone(db: Db) {
  const code = sql`CASE WHEN ${zoneZips.fromZip} = ${zoneZips.toZip} THEN ${zoneZips.fromZip}
    ELSE ${zoneZips.fromZip} || '-' || ${zoneZips.toZip} END`;
  return db
    .select({
      zone: zoneZips.zone,
      codes: sql<string>`json_group_array(${code} ORDER BY ${zoneZips.fromZip})`,
    })
    .from(zoneZips)
    .groupBy(zoneZips.zone);
}

type Rules = typeof catalogRules.$inferSelect;

function calendarOf({
  deliveryWeekdays,
  leadDays,
  sameDayCutoff,
  maxTruckMovesPerDay,
  horizonDays,
}: Rules): RateCard['calendar'] {
  return { deliveryWeekdays, leadDays, sameDayCutoff, maxTruckMovesPerDay, horizonDays };
}

function policyOf({ cancellation, acceptedWaste, prohibitedWaste }: Rules): RateCard['policy'] {
  return { cancellation, acceptedWaste, prohibitedWaste };
}

/** Who saved a section last, and when. */
export async function findLastChange(
  db: Db,
  section: VersionedPart,
): Promise<{ userId: number | null; atMs: number } | null> {
  const [row] = await db
    .select({ userId: catalogSections.changedBy, atMs: catalogSections.changedAt })
    .from(catalogSections)
    .where(eq(catalogSections.section, section));
  return row ?? null;
}
