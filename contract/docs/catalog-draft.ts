import type * as catalogDraft from '#contract/catalog-draft.ts';
import { MAX_ZIPS_PER_CALL } from '#contract/catalog-draft.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

const readErrors = ['unauthenticated', 'forbidden'] as const;
const writeErrors = ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'busy'] as const;

const saveSection = {
  summary:
    'Replaces a section of the draft, and returns it with its new ETag. If-Match is required. Entries that a published version has are retired instead of removed.',
  headers: ['If-Match'],
  errors: [...writeErrors, 'stale', 'too_large'],
  crossings: 3,
} as const;

export const catalogDraftDocs: DocsOf<typeof catalogDraft & typeof catalogDraft.SECTION_ENDPOINTS> = {
  getCatalogDraft: {
    summary:
      'Returns the draft of the catalog. Without a draft, its sections are those of the published version.',
    errors: readErrors,
    crossings: 3,
  },
  saveRentalOptions: saveSection,
  saveDumpsterSizes: saveSection,
  saveMaterials: saveSection,
  saveProjectPresets: saveSection,
  saveRates: saveSection,
  saveChargeItems: saveSection,
  saveArea: saveSection,
  saveTaxRules: saveSection,
  saveCalendar: saveSection,
  savePolicy: saveSection,
  changeZoneZips: {
    summary: `Adds ZIP codes and ranges to a zone of the draft, or removes them; at most ${MAX_ZIPS_PER_CALL} entries a call. Removing 00000-99999 empties the zone.`,
    errors: [...writeErrors, 'too_large'],
    crossings: 2,
  },
  listZoneZips: {
    summary: 'Lists the ZIP codes and ranges of a zone of the draft, in order.',
    errors: ['invalid', ...readErrors],
    crossings: 1,
  },
  findDraftZone: {
    summary: 'Says whether the draft serves a ZIP code, and which zone it is in.',
    errors: ['invalid', ...readErrors],
    crossings: 1,
  },
};
