import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type {
  CancellationPolicy,
  RateCard,
  StreetRule,
  TaxCategory,
  ZoneZips,
} from '#domain/catalog/rate-card.ts';
import { ITEM_APPLICATIONS, ITEM_UNITS, OVERAGE_UNITS } from '#domain/catalog/rate-card.ts';
import { createdAt, instantMs } from './columns.ts';
import { users } from './users.ts';

/*
 * The tables of this file hold the draft of the catalog and its stable ids (domain/catalog/rate-card.ts has the
 * meaning and the units of each field). Publishing copies them into rate_cards; prices, pages and labels read rate
 * cards only. Rows that a published card or a booking refers to are never deleted: is_active = 0 retires them.
 */

const position = () => integer('position').notNull();
const isActive = () => integer('is_active', { mode: 'boolean' }).notNull().default(true);

export const dumpsterSizes = sqliteTable(
  'dumpster_sizes',
  {
    /** A slug such as '15-yard'; never reused. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    yards: integer('yards').notNull(),
    lengthIn: integer('length_in').notNull(),
    widthIn: integer('width_in').notNull(),
    heightIn: integer('height_in').notNull(),
    bestFor: text('best_for').notNull(),
    position: position(),
    isActive: isActive(),
  },
  (table) => [
    check(
      'dumpster_sizes_measures',
      sql`${table.yards} > 0 AND ${table.lengthIn} > 0 AND ${table.widthIn} > 0 AND ${table.heightIn} > 0`,
    ),
  ],
);

/** A trigger refuses to change the days of a period that a booking or checkout has. */
export const rentalOptions = sqliteTable(
  'rental_options',
  {
    /** A slug such as '7-day'; never reused. */
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    label: text('label').notNull(),
    days: integer('days').notNull(),
    /** Lines of text. */
    features: text('features', { mode: 'json' }).$type<string[]>().notNull().default([]),
    position: position(),
    isActive: isActive(),
  },
  (table) => [check('rental_options_days', sql`${table.days} BETWEEN 1 AND 365`)],
);

export const materials = sqliteTable(
  'materials',
  {
    /** A slug such as 'mixed'; never reused. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    includes: text('includes').notNull().default(''),
    excludes: text('excludes').notNull().default(''),
    densityLow: integer('density_low').notNull(),
    densityHigh: integer('density_high').notNull(),
    fillLine: text('fill_line'),
    /** Ids of dumpster_sizes; null: every size. */
    sizes: text('sizes', { mode: 'json' }).$type<string[]>(),
    position: position(),
    isActive: isActive(),
  },
  (table) => [check('materials_density', sql`${table.densityLow} BETWEEN 1 AND ${table.densityHigh}`)],
);

export const projectPresets = sqliteTable(
  'project_presets',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['project', 'item'] }).notNull(),
    name: text('name').notNull(),
    material: text('material')
      .notNull()
      .references(() => materials.id),
    size: text('size').references(() => dumpsterSizes.id),
    volumeLow: integer('volume_low').notNull(),
    volumeHigh: integer('volume_high').notNull(),
    weightLow: integer('weight_low').notNull(),
    weightHigh: integer('weight_high').notNull(),
    position: position(),
  },
  (table) => [
    check(
      'project_presets_ranges',
      sql`${table.volumeLow} BETWEEN 0 AND ${table.volumeHigh} AND ${table.weightLow} BETWEEN 0 AND ${table.weightHigh}`,
    ),
  ],
);

export const rates = sqliteTable(
  'rates',
  {
    rentalOption: text('rental_option')
      .notNull()
      .references(() => rentalOptions.id),
    dumpsterSize: text('dumpster_size')
      .notNull()
      .references(() => dumpsterSizes.id),
    material: text('material')
      .notNull()
      .references(() => materials.id),
    isOffered: integer('is_offered', { mode: 'boolean' }).notNull(),
    deposit: integer('deposit').notNull(),
    price: integer('price'),
    includedWeight: integer('included_weight'),
    overagePerTon: integer('overage_per_ton'),
    overageUnit: text('overage_unit', {
      enum: Object.keys(OVERAGE_UNITS) as [keyof typeof OVERAGE_UNITS],
    }).notNull(),
    extraDay: integer('extra_day'),
    exchangePrice: integer('exchange_price'),
    dumpAndReturnPrice: integer('dump_and_return_price'),
  },
  (table) => [
    primaryKey({ columns: [table.rentalOption, table.dumpsterSize, table.material] }),
    // Stripe's minimum charge in USD is 50 cents.
    check('rates_deposit', sql`${table.deposit} >= 50`),
    check('rates_price', sql`${table.price} IS NULL OR ${table.price} >= ${table.deposit}`),
    check(
      'rates_amounts',
      sql`${table.includedWeight} >= 0 AND ${table.overagePerTon} >= 0 AND ${table.extraDay} >= 0 AND ${table.exchangePrice} >= 0 AND ${table.dumpAndReturnPrice} >= 0`,
    ),
  ],
);

export const chargeItems = sqliteTable(
  'charge_items',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    unit: text('unit', { enum: ITEM_UNITS }).notNull(),
    unitPrice: integer('unit_price').notNull(),
    applies: text('applies', { enum: ITEM_APPLICATIONS }).notNull().default('optional'),
    isTaxable: integer('is_taxable', { mode: 'boolean' }).notNull(),
    position: position(),
    isActive: isActive(),
  },
  (table) => [check('charge_items_price', sql`${table.unitPrice} >= 0`)],
);

export const zones = sqliteTable(
  'zones',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    surcharge: integer('surcharge').notNull().default(0),
    streetRule: text('street_rule', { mode: 'json' }).$type<StreetRule>(),
    position: position(),
  },
  (table) => [check('zones_surcharge', sql`${table.surcharge} >= 0`)],
);

/** ZIP codes and ranges of a zone, both ends included. A trigger refuses a code that is in a zone already. */
export const zoneZips = sqliteTable(
  'zone_zips',
  {
    fromZip: text('from_zip').primaryKey(),
    toZip: text('to_zip').notNull(),
    zone: text('zone')
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('zone_zips_zone').on(table.zone),
    check(
      'zone_zips_order',
      sql`length(${table.fromZip}) = 5 AND length(${table.toZip}) = 5 AND ${table.fromZip} <= ${table.toZip}`,
    ),
  ],
);

export const taxRules = sqliteTable(
  'tax_rules',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state'),
    zips: text('zips'),
    rateMillionths: integer('rate_millionths').notNull(),
    appliesTo: text('applies_to', { mode: 'json' }).$type<TaxCategory[]>().notNull(),
    position: position(),
  },
  (table) => [
    check('tax_rules_place', sql`(${table.state} IS NULL) <> (${table.zips} IS NULL)`),
    check('tax_rules_rate', sql`${table.rateMillionths} BETWEEN 1 AND 250000`),
  ],
);

/** The sections with one value: area mode, calendar and policy. One row. */
export const catalogRules = sqliteTable(
  'catalog_rules',
  {
    id: integer('id').primaryKey(),
    areaMode: text('area_mode', { enum: ['everywhere', 'listed'] }).notNull(),
    deliveryWeekdays: text('delivery_weekdays', { mode: 'json' }).$type<number[]>().notNull(),
    leadDays: integer('lead_days').notNull(),
    sameDayCutoff: text('same_day_cutoff'),
    maxTruckMovesPerDay: integer('max_truck_moves_per_day'),
    horizonDays: integer('horizon_days').notNull(),
    cancellation: text('cancellation', { mode: 'json' }).$type<CancellationPolicy>(),
    acceptedWaste: text('accepted_waste', { mode: 'json' }).$type<string[]>().notNull(),
    prohibitedWaste: text('prohibited_waste', { mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [
    check('catalog_rules_one_row', sql`${table.id} = 1`),
    check('catalog_rules_horizon', sql`${table.horizonDays} BETWEEN 1 AND 365`),
    check('catalog_rules_lead', sql`${table.leadDays} BETWEEN 0 AND ${table.horizonDays}`),
    check(
      'catalog_rules_moves',
      sql`${table.maxTruckMovesPerDay} IS NULL OR ${table.maxTruckMovesPerDay} > 0`,
    ),
  ],
);

/** The version of each section of the draft: its ETag. No row: never edited. */
export const catalogSections = sqliteTable('catalog_sections', {
  section: text('section').primaryKey(),
  version: integer('version').notNull(),
  changedBy: integer('changed_by').references(() => users.id),
  changedAt: instantMs('changed_at').notNull(),
});

export const RATE_CARD_STATUSES = ['draft', 'published', 'superseded'] as const;

/**
 * The versions of the catalog. Exactly one is published. The snapshot of a card that was published never changes
 * (triggers); that of the draft is null, because the draft is the tables above. `id` is the version on the wire.
 */
export const rateCards = sqliteTable(
  'rate_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    status: text('status', { enum: RATE_CARD_STATUSES }).notNull(),
    /** The published card that a draft was started from. */
    baseId: integer('base_id'),
    snapshot: text('snapshot', { mode: 'json' }).$type<RateCard>(),
    zoneZips: text('zone_zips', { mode: 'json' }).$type<ZoneZips>().notNull().default({}),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
    publishedAt: instantMs('published_at'),
    /** Null for the first card. */
    publishedBy: integer('published_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('rate_cards_published').on(table.status).where(sql`status = 'published'`),
    uniqueIndex('rate_cards_draft').on(table.status).where(sql`status = 'draft'`),
    check(
      'rate_cards_snapshot',
      sql`(${table.status} = 'draft') = (${table.snapshot} IS NULL) AND (${table.status} = 'draft') = (${table.publishedAt} IS NULL)`,
    ),
  ],
);
