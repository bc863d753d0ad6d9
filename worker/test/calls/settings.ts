import { type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listLegalTexts } from '#contract/terms.ts';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { LOGO, storeLogo } from './customers.ts';
import type { Firm } from './firm.ts';
import type { Prepare, PreparedCall, PreparedCalls } from './system.ts';

const readDraft = ({ owner }: Firm) => owner.get<CatalogDraft>('admin/catalog/draft');

const etagFrom =
  (path: string) =>
  async ({ owner }: Firm): Promise<PreparedCall> => {
    const { headers } = await owner.request('GET', path);
    return { version: headers.get('ETag') ?? '' };
  };

/** The section as it is, saved again under its ETag. */
const save =
  (section: CatalogSection): Prepare =>
  async (firm) => {
    const { sections, etags } = await readDraft(firm);
    return { body: sections[section], version: etags[section] };
  };

/** A draft with one change. */
async function changeDraft(firm: Firm): Promise<CatalogDraft> {
  const { sections, etags } = await readDraft(firm);
  const body = { ...sections.calendar, horizonDays: sections.calendar.horizonDays === 365 ? 364 : 365 };
  await firm.owner.send('PUT', `admin/catalog/draft/${SECTION_PATHS.calendar}`, {
    body,
    version: etags.calendar,
  });
  return readDraft(firm);
}

const readBusinessEtag = etagFrom('admin/business');
const DRAFT = 'admin/catalog/draft';
const draftEtag = etagFrom('admin/catalog/differences');
const addZone = async (firm: Firm) => {
  const { sections, etags } = await readDraft(firm);
  const zone = { id: 'north', name: 'North', surcharge: 0, streetRule: null };
  const body = { ...sections.area, zones: [zone] };
  await firm.owner.send('PUT', `${DRAFT}/${SECTION_PATHS.area}`, { body, version: etags.area });
};

async function withoutLogo(firm: Firm) {
  await firm.owner.send('DELETE', 'admin/business/logo', await readBusinessEtag(firm));
  return readBusinessEtag(firm);
}

const MARKDOWN = '## Payment\n\nPay the bill.';

/** The business, its texts and closed days. */
export const SETTINGS_CALLS: PreparedCalls = {
  listLegalTexts: () => ({}),
  publishLegalText: async ({ owner }) => {
    const { current } = await owner.get<ReplyOf<typeof listLegalTexts>>('admin/terms');
    return { body: { type: 'terms', markdown: MARKDOWN, replaces: current.terms.version } };
  },
  previewLegalText: () => ({ body: { markdown: MARKDOWN } }),
  listBlackoutDays: () => ({}),
  listBlackoutDayHistory: () => ({}),
  closeDay: ({ inDays }) => ({ body: { day: inDays(330), reason: 'Holiday' } }),
  openDay: async ({ owner, inDays }) => {
    const day = inDays(331);
    await owner.post('admin/blackout-days', { day, reason: 'Holiday' });
    return { body: { day } };
  },
  getBusiness: () => ({}),
  updateBusiness: async (firm) => ({
    ...(await readBusinessEtag(firm)),
    body: { openingHours: '7 to 5' },
  }),
  setBusinessLogo: async (firm) => ({
    ...(await withoutLogo(firm)),
    body: LOGO,
    headers: { 'Content-Type': 'image/png' },
  }),
  removeBusinessLogo: async (firm) => {
    await storeLogo(firm.owner);
    return readBusinessEtag(firm);
  },
  listBusinessHistory: () => ({}),
  getPause: () => ({}),
  setPause: async (firm) => ({
    ...(await etagFrom('admin/pause')(firm)),
    body: { paused: false, text: `Back soon ${firm.next()}` },
  }),
};

/** The draft of the catalog, and its publication. */
export const CATALOG_CALLS: PreparedCalls = {
  getCatalogNames: () => ({}),
  getCatalogDraft: () => ({}),
  saveRentalOptions: save('rentalOptions'),
  saveDumpsterSizes: save('dumpsterSizes'),
  saveMaterials: save('materials'),
  saveProjectPresets: save('projectPresets'),
  saveRates: save('rates'),
  saveChargeItems: save('chargeItems'),
  saveArea: save('area'),
  saveTaxRules: save('taxRules'),
  saveCalendar: save('calendar'),
  savePolicy: save('policy'),
  changeZoneZips: async (firm) => {
    await addZone(firm);
    return { body: { zone: 'north', zips: ['12207'], mode: 'add' } };
  },
  listZoneZips: async (firm) => {
    await addZone(firm);
    return { query: { zone: 'north' } };
  },
  findDraftZone: () => ({ query: { zip: '12207' } }),
  listCatalogDifferences: () => ({}),
  listCatalogVersions: () => ({}),
  getCatalogVersion: async (firm) => ({ params: { id: (await readDraft(firm)).publishedId } }),
  listDeclinedZips: () => ({}),
  discardCatalogDraft: async (firm) => {
    await changeDraft(firm);
    return draftEtag(firm);
  },
  startCatalogDraft: async (firm) => {
    await discard(firm);
    return { body: { from: (await readDraft(firm)).publishedId } };
  },
  rebaseCatalogDraft: async (firm) => {
    const { publishedId } = await changeDraft(firm);
    return { ...(await draftEtag(firm)), body: { publishedId, take: [] } };
  },
  publishCatalog: async (firm) => {
    await discard(firm);
    await changeDraft(firm);
    return { ...(await draftEtag(firm)), body: { note: 'A longer horizon' } };
  },
};

async function discard(firm: Firm): Promise<void> {
  const { id } = await readDraft(firm);
  if (id !== null)
    await firm.owner.send('DELETE', DRAFT, { version: String((await draftEtag(firm)).version) });
}
