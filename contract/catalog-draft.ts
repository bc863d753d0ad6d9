import * as z from 'zod/mini';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { rateCard, SECTION_SCHEMAS, slug, zipRange } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { cents, zip } from './fields.ts';

/** The path of each section below /api/admin/catalog/draft/. */
export const SECTION_PATHS = {
  rentalOptions: 'rental-options',
  dumpsterSizes: 'dumpster-sizes',
  materials: 'materials',
  projectPresets: 'project-presets',
  rates: 'rates',
  chargeItems: 'charge-items',
  area: 'area',
  taxRules: 'tax-rules',
  calendar: 'calendar',
  policy: 'policy',
} as const satisfies Record<CatalogSection, string>;

export const CATALOG_SECTIONS = Object.keys(SECTION_PATHS) as [CatalogSection, ...CatalogSection[]];
const section = z.enum(CATALOG_SECTIONS);

/** What refers to an entry of the catalog. */
const entryUsage = z.object({
  /** True if a published version has the entry. Leaving it out of a section then retires it: it stays, not active. */
  isPublished: z.boolean(),
  /** Bookings whose dumpster is not picked up yet. */
  bookings: z.int(),
});
const usageById = z.record(slug, entryUsage);

const catalogUsage = z.object({
  /** `hasFixedDays`: a booking or checkout has the period, so its days cannot change. */
  rentalOptions: z.record(slug, z.extend(entryUsage, { hasFixedDays: z.boolean() })),
  /** `units`: units of the size in the fleet. */
  dumpsterSizes: z.record(slug, z.extend(entryUsage, { units: z.int() })),
  materials: usageById,
  chargeItems: usageById,
});
export type CatalogUsage = z.output<typeof catalogUsage>;

export const catalogDraft = z.object({
  /** The version that the draft becomes when it is published; null while nothing is edited. */
  id: z.nullable(z.int()),
  /** The version that the draft was started from. */
  baseId: z.int(),
  publishedId: z.int(),
  /** True if the base is not the published version: the draft must be rebased before it is published. */
  isSuperseded: z.boolean(),
  sections: rateCard,
  /** The rates of the published version, for comparison. */
  publishedRates: rateCard.shape.rates,
  /** The policy of the published version, for comparison. */
  publishedPolicy: rateCard.shape.policy,
  /** The ETag of each section, to be sent as If-Match. */
  etags: z.record(section, z.string()),
  /** The number of ZIP codes of each zone. */
  zoneZipCounts: z.record(slug, z.int()),
  /** The sections that differ from the published version. 'area' includes the ZIP codes. */
  changed: z.array(section),
  usage: catalogUsage,
});
export type CatalogDraft = z.output<typeof catalogDraft>;

export const getCatalogDraft = endpoint({
  name: 'getCatalogDraft',
  method: 'GET',
  path: '/api/admin/catalog/draft',
  access: 'catalog:write',
  reply: catalogDraft,
});

/** A card of 40 sizes, 12 rental periods and 3 materials has about 350 kB. */
const SECTION_LIMIT = 1536 * 1024;

function saveSectionCall<S extends CatalogSection>(name: `save${string}`, key: S) {
  return endpoint({
    name,
    method: 'PUT',
    path: `/api/admin/catalog/draft/${SECTION_PATHS[key]}`,
    access: 'catalog:write',
    bodyLimit: SECTION_LIMIT,
    body: SECTION_SCHEMAS[key],
    reply: SECTION_SCHEMAS[key],
  });
}

/** The call that saves each section of the draft. */
export const SAVE_SECTION = {
  rentalOptions: saveSectionCall('saveRentalOptions', 'rentalOptions'),
  dumpsterSizes: saveSectionCall('saveDumpsterSizes', 'dumpsterSizes'),
  materials: saveSectionCall('saveMaterials', 'materials'),
  projectPresets: saveSectionCall('saveProjectPresets', 'projectPresets'),
  rates: saveSectionCall('saveRates', 'rates'),
  chargeItems: saveSectionCall('saveChargeItems', 'chargeItems'),
  area: saveSectionCall('saveArea', 'area'),
  taxRules: saveSectionCall('saveTaxRules', 'taxRules'),
  calendar: saveSectionCall('saveCalendar', 'calendar'),
  policy: saveSectionCall('savePolicy', 'policy'),
};

/** The same calls by their own names, for the list of all endpoints. */
export const SECTION_ENDPOINTS = {
  saveRentalOptions: SAVE_SECTION.rentalOptions,
  saveDumpsterSizes: SAVE_SECTION.dumpsterSizes,
  saveMaterials: SAVE_SECTION.materials,
  saveProjectPresets: SAVE_SECTION.projectPresets,
  saveRates: SAVE_SECTION.rates,
  saveChargeItems: SAVE_SECTION.chargeItems,
  saveArea: SAVE_SECTION.area,
  saveTaxRules: SAVE_SECTION.taxRules,
  saveCalendar: SAVE_SECTION.calendar,
  savePolicy: SAVE_SECTION.policy,
};

/** Entries of one call; more are sent in several calls. */
export const MAX_ZIPS_PER_CALL = 5000;
/** The longest entry, in characters. */
export const MAX_ZIP_ENTRY_LENGTH = 60;

export const changeZoneZips = endpoint({
  name: 'changeZoneZips',
  method: 'POST',
  path: '/api/admin/catalog/draft/zips',
  access: 'catalog:write',
  bodyLimit: 512 * 1024,
  body: z.strictObject({
    zone: slug,
    /** As typed: entries that are no ZIP code and no range are returned as invalid. */
    zips: z
      .array(z.string().check(z.maxLength(60, 'Must be at most 60 characters')))
      .check(z.maxLength(MAX_ZIPS_PER_CALL, `Send at most ${MAX_ZIPS_PER_CALL} entries at once`)),
    mode: z.enum(['add', 'remove']),
  }),
  reply: z.object({
    /** ZIP codes, not entries: a range counts all of its codes. */
    added: z.int(),
    removed: z.int(),
    /** Codes that were in the zone already, or were not in it when they are removed. */
    unchanged: z.int(),
    invalid: z.array(z.string()),
    /** Codes and ranges that were not added, because another zone has them. */
    inOtherZone: z.array(z.object({ zip: zipRange, zone: slug })),
    /** The ZIP codes of the zone now. */
    count: z.int(),
  }),
});

export const listZoneZips = endpoint({
  name: 'listZoneZips',
  method: 'GET',
  path: '/api/admin/catalog/draft/zips',
  access: 'catalog:write',
  query: z.strictObject({ zone: slug }),
  reply: z.array(zipRange),
});

export const findDraftZone = endpoint({
  name: 'findDraftZone',
  method: 'GET',
  path: '/api/admin/catalog/draft/service-area',
  access: 'catalog:write',
  query: z.strictObject({ zip }),
  reply: z.object({
    served: z.boolean(),
    zone: z.nullable(z.object({ id: slug, name: z.string(), surcharge: cents })),
  }),
});
