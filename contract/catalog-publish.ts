import * as z from 'zod/mini';
import { rateCard, slug } from './catalog.ts';
import { CATALOG_SECTIONS, catalogDraft } from './catalog-draft.ts';
import { endpoint } from './endpoint.ts';
import { instant, LIMITS, line } from './fields.ts';
import { rowNumber } from './lists.ts';

const section = z.enum(CATALOG_SECTIONS);
const versionId = z.int('Must be the number of a version').check(z.minimum(1));
export const discardCatalogDraft = endpoint({
  name: 'discardCatalogDraft',
  method: 'DELETE',
  path: '/api/admin/catalog/draft',
  access: 'catalog:write',
  reply: z.undefined(),
  status: 204,
});

export const startCatalogDraft = endpoint({
  name: 'startCatalogDraft',
  method: 'POST',
  path: '/api/admin/catalog/draft/start',
  access: 'catalog:write',
  body: z.strictObject({ from: versionId }),
  reply: catalogDraft,
});

export const rebaseCatalogDraft = endpoint({
  name: 'rebaseCatalogDraft',
  method: 'POST',
  path: '/api/admin/catalog/draft/rebase',
  access: 'catalog:write',
  body: z.strictObject({
    /** The published version whose differences were shown; stale if another is published now. */
    publishedId: versionId,
    take: z.array(section).check(z.maxLength(CATALOG_SECTIONS.length)),
  }),
  reply: catalogDraft,
});

/** A coming booking that breaks a rule of the draft, or is on a closed day. It keeps its days. */
export const brokenBooking = z.object({
  bookingId: z.int(),
  customerName: z.string(),
  /** 'Delivery on Sunday, Dec 6, 2026, which is no delivery weekday'. */
  text: z.string(),
});
export type BrokenBooking = z.output<typeof brokenBooking>;

/** The most bookings in one reply; `brokenBookingsCount` counts all of them. */
export const MAX_BROKEN_BOOKINGS = 200;

export const listCatalogDifferences = endpoint({
  name: 'listCatalogDifferences',
  method: 'GET',
  path: '/api/admin/catalog/differences',
  access: 'catalog:write',
  reply: z.object({
    baseId: z.int(),
    publishedId: z.int(),
    isSuperseded: z.boolean(),
    /** In words: "15-Yard, 7-Day: deposit $425.00 → $450.00". */
    differences: z.array(z.object({ section, text: z.string() })),
    /** What must be corrected first. `path` begins with the section: 'rates.3.deposit'. */
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
    brokenBookings: z.array(brokenBooking),
    brokenBookingsCount: z.int(),
    /** Days with more truck moves than the draft's new limit, and the bookings of these moves. */
    overfullDays: z.array(z.object({ text: z.string(), bookingIds: z.array(z.int()) })),
    /** The names of offered sizes without a unit in the inventory: always sold out. They do not prevent publishing. */
    sizesWithoutUnits: z.array(z.string()),
  }),
});

export const publishCatalog = endpoint({
  name: 'publishCatalog',
  method: 'POST',
  path: '/api/admin/catalog/publish',
  access: 'catalog:write',
  body: z.strictObject({ note: line('Say what changes and why', LIMITS.address) }),
  reply: z.object({ id: z.int(), publishedAt: instant }),
});

export const catalogVersion = z.object({
  id: z.int(),
  status: z.enum(['published', 'superseded']),
  note: z.string(),
  publishedAt: instant,
  /** The name of the staff member; null for the first version and for one that a restore published again. */
  publishedBy: z.nullable(z.string()),
  /** The bookings that were made with its prices. */
  bookings: z.int(),
});
export type CatalogVersion = z.output<typeof catalogVersion>;

/** The latest versions that are listed. */
export const MAX_LISTED_VERSIONS = 200;

export const listCatalogVersions = endpoint({
  name: 'listCatalogVersions',
  method: 'GET',
  path: '/api/admin/catalog/history',
  access: 'catalog:write',
  reply: z.array(catalogVersion),
});

export const getCatalogVersion = endpoint({
  name: 'getCatalogVersion',
  method: 'GET',
  path: '/api/admin/catalog/history/:id',
  access: 'catalog:write',
  params: z.strictObject({ id: rowNumber }),
  reply: z.extend(catalogVersion, {
    sections: rateCard,
    zoneZipCounts: z.record(slug, z.int()),
    /** The version before; null for the first one. */
    previousId: z.nullable(z.int()),
    differences: z.array(z.object({ section, text: z.string() })),
  }),
});
