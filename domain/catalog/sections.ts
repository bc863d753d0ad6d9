import type { CatalogSection, Rate, RateCard, ZoneZips } from './rate-card.ts';

/** The sections on screens, as the subject of a sentence without a number: 'Prices changed'. */
export const SECTION_LABELS: Readonly<Record<CatalogSection, string>> = {
  rentalOptions: 'Rental periods',
  dumpsterSizes: 'Sizes',
  materials: 'Materials',
  projectPresets: 'Projects',
  rates: 'Prices',
  chargeItems: 'Extras',
  area: 'Service area',
  taxRules: 'Tax rules',
  calendar: 'Calendar',
  policy: 'Policy',
};

/** The sections whose entries are retired instead of removed, because bookings and units refer to them. */
export const RETIRING_SECTIONS = ['rentalOptions', 'dumpsterSizes', 'materials', 'chargeItems'] as const;
export type RetiringSection = (typeof RETIRING_SECTIONS)[number];

export function isRetiring(section: CatalogSection): section is RetiringSection {
  return RETIRING_SECTIONS.some((one) => one === section);
}

/** The new entries, followed by the current ones that they leave out and that were published: retired. */
export function withRetired<T extends { id: string; isActive: boolean }>(
  entries: readonly T[],
  { current, isPublished }: { current: readonly T[]; isPublished: (id: string) => boolean },
): T[] {
  const given = new Set(entries.map(({ id }) => id));
  const retired = current.filter(({ id }) => !given.has(id) && isPublished(id));
  return [...entries, ...retired.map((entry) => ({ ...entry, isActive: false }))];
}

/** Names a rate; at most one rate has it. */
export function rateKey(rate: Pick<Rate, 'rentalOption' | 'dumpsterSize' | 'material'>): string {
  return `${rate.material}/${rate.rentalOption}/${rate.dumpsterSize}`;
}

/** Rates in the order of their materials, rental options and sizes; rates of unknown ids are left out. */
export function sortedRates({
  rates,
  materials,
  rentalOptions,
  dumpsterSizes,
}: Pick<RateCard, 'rates' | 'materials' | 'rentalOptions' | 'dumpsterSizes'>): Rate[] {
  const byKey = new Map(rates.map((rate) => [rateKey(rate), rate]));
  const keys = materials.flatMap(({ id: material }) =>
    rentalOptions.flatMap(({ id: rentalOption }) =>
      dumpsterSizes.map(({ id: dumpsterSize }) => rateKey({ material, rentalOption, dumpsterSize })),
    ),
  );
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** The sections in which two catalogs differ. The order of rates does not count; ZIP codes belong to 'area'. */
export function changedSections(
  before: { card: RateCard; zoneZips: ZoneZips },
  after: { card: RateCard; zoneZips: ZoneZips },
): CatalogSection[] {
  const sections = Object.keys(after.card) as CatalogSection[];
  return sections.filter((section) => comparable(section, before) !== comparable(section, after));
}

function comparable(section: CatalogSection, { card, zoneZips }: { card: RateCard; zoneZips: ZoneZips }) {
  if (section === 'area') return canonicalText([card.area, zoneZips]);
  if (section !== 'rates') return canonicalText(card[section]);
  return canonicalText(Object.fromEntries(card.rates.map((rate) => [rateKey(rate), rate])));
}

/** JSON with the keys of objects in order. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
