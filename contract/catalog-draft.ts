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

export const catalogUsage = z.object({
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

const readErrors = ['unauthenticated', 'forbidden'] as const;
const writeErrors = ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'busy'] as const;

export const getCatalogDraft = endpoint({
  name: 'getCatalogDraft',
  method: 'GET',
  path: '/api/admin/catalog/draft',
  summary:
    'Returns the draft of the catalog. Without a draft, its sections are those of the published version.',
  access: 'catalog:write',
  reply: catalogDraft,
  errors: readErrors,
});

/** A card of 40 sizes, 12 rental periods and 3 materials has about 350 kB. */
const SECTION_LIMIT = 1536 * 1024;

function saveSectionCall<S extends CatalogSection>(name: `save${string}`, key: S) {
  return endpoint({
    name,
    method: 'PUT',
    path: `/api/admin/catalog/draft/${SECTION_PATHS[key]}`,
    summary:
      'Replaces a section of the draft, and returns it with its new ETag. If-Match is required. Entries that a published version has are retired instead of removed.',
    access: 'catalog:write',
    headers: ['If-Match'],
    bodyLimit: SECTION_LIMIT,
    body: SECTION_SCHEMAS[key],
    reply: SECTION_SCHEMAS[key],
    errors: [...writeErrors, 'stale', 'too_large'],
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

/** Entries of one call; more are sent in several calls. */
export const MAX_ZIPS_PER_CALL = 5000;
/** The longest entry, in characters. */
export const MAX_ZIP_ENTRY_LENGTH = 60;

export const changeZoneZips = endpoint({
  name: 'changeZoneZips',
  method: 'POST',
  path: '/api/admin/catalog/draft/zips',
  summary: `Adds ZIP codes and ranges to a zone of the draft, or removes them; at most ${MAX_ZIPS_PER_CALL} entries a call. Removing 00000-99999 empties the zone.`,
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
  errors: [...writeErrors, 'too_large'],
});

export const listZoneZips = endpoint({
  name: 'listZoneZips',
  method: 'GET',
  path: '/api/admin/catalog/draft/zips',
  summary: 'Lists the ZIP codes and ranges of a zone of the draft, in order.',
  access: 'catalog:write',
  query: z.strictObject({ zone: slug }),
  reply: z.array(zipRange),
  errors: ['invalid', ...readErrors],
});

export const findDraftZone = endpoint({
  name: 'findDraftZone',
  method: 'GET',
  path: '/api/admin/catalog/draft/service-area',
  summary: 'Says whether the draft serves a ZIP code, and which zone it is in.',
  access: 'catalog:write',
  query: z.strictObject({ zip }),
  reply: z.object({
    served: z.boolean(),
    zone: z.nullable(z.object({ id: slug, name: z.string(), surcharge: cents })),
  }),
  errors: ['invalid', ...readErrors],
});
