import { formatUsdWhole } from '#domain/shared/money.ts';
import { entryName, offeredRates, rateName } from './entries.ts';
import type { CatalogSection, ChargeItem, Rate, RateCard, TaxRule, ZoneZips } from './rate-card.ts';
import { brokenReferences } from './references.ts';
import { sortedRanges, type ZipRange } from './zones.ts';

/** Why a rate card cannot be published. `path` joins keys within the section with dots ('3.deposit'), '' for all of it. */
export type CardIssue = { section: CatalogSection; path: string; message: string };

/** The highest tax rate in millionths: 25 %. */
const MAX_TAX_RATE = 250_000;
/** Pounds for each cubic yard. A material that can be this heavy overloads a truck in a large dumpster. */
const HEAVY_DENSITY = 2_000;
/** The most issues about ZIP codes; thousands can be pasted into two zones at once. */
const MAX_ZIP_ISSUES = 20;

/**
 * What prevents a rate card from being published, in words for its owner. The schema of each section
 * (contract/catalog.ts) has been checked before. A rate of a retired entry is no issue: it is not offered.
 */
export function checkCard(card: RateCard, zoneZips: ZoneZips): CardIssue[] {
  return [
    ...referenceIssues(card),
    ...sizeIssues(card),
    ...materialIssues(card),
    ...presetIssues(card),
    ...rateIssues(card),
    ...itemIssues(card),
    ...zoneIssues(card),
    ...zipIssues(card, zoneZips),
    ...taxIssues(card),
    ...calendarIssues(card),
  ];
}

/** The tables of a draft cannot store these; a card that comes from elsewhere can have them. */
function referenceIssues(card: RateCard): CardIssue[] {
  return (['projectPresets', 'rates'] as const).flatMap((section) =>
    brokenReferences(section, card).map(({ path, message }) => issue(section, path, message)),
  );
}

function sizeIssues({ dumpsterSizes }: RateCard): CardIssue[] {
  return dumpsterSizes.flatMap((size, index) =>
    (['yards', 'lengthIn', 'widthIn', 'heightIn'] as const)
      .filter((field) => !(size[field] > 0))
      .map((field) => issue('dumpsterSizes', `${index}.${field}`, `${size.name}: enter all measures`)),
  );
}

function materialIssues({ materials, dumpsterSizes }: RateCard): CardIssue[] {
  return materials.flatMap(({ name, sizes, isActive, densityHigh }, index) => {
    const path = `${index}.sizes`;
    if (sizes === null && isActive && densityHigh >= HEAVY_DENSITY)
      return [issue('materials', path, `${name}: choose the sizes that this heavy material may go into`)];
    return unknownIds(sizes ?? [], dumpsterSizes).map((id) =>
      issue('materials', path, `${name}: there is no size ${id}`),
    );
  });
}

function presetIssues({ projectPresets, materials, dumpsterSizes }: RateCard): CardIssue[] {
  return projectPresets.flatMap(({ name, kind, material, size }, index) => {
    const at = (text: string) => issue('projectPresets', `${index}.size`, `${name}: ${text}`);
    const found = materials.find(({ id }) => id === material);
    if (size === null) return [];
    if (kind === 'item') return [at('an item has no size of its own')];
    if (found?.sizes && !found.sizes.includes(size))
      return [at(`${found.name} may not go into ${entryName(dumpsterSizes, size)}`)];
    return [];
  });
}

function rateIssues(card: RateCard): CardIssue[] {
  const issues = card.rates.flatMap((rate, index) =>
    amountIssues(rate).map(([field, text]) =>
      issue('rates', `${index}.${field}`, `${rateName(card, rate)}: ${text}`),
    ),
  );
  if (offeredRates(card).length > 0) return issues;
  return [issue('rates', '', 'Nothing can be booked: offer at least one rental in one size'), ...issues];
}

function amountIssues({ deposit, price, overagePerTon, includedWeight }: Rate): [keyof Rate, string][] {
  const issues: [keyof Rate, string][] = [];
  if (deposit < 50) issues.push(['deposit', 'the deposit must be at least $0.50']);
  if (price !== null && deposit > price)
    issues.push([
      'deposit',
      `the deposit of ${formatUsdWhole(deposit)} is above the price of ${formatUsdWhole(price)}`,
    ]);
  if (overagePerTon !== null && includedWeight === null)
    issues.push([
      'includedWeight',
      'enter the included weight (0 for none), because extra weight has a price',
    ]);
  return issues;
}

/** A bill that is written before the rental cannot know the miles or minutes. */
function itemIssues({ chargeItems }: RateCard): CardIssue[] {
  return chargeItems.flatMap((item, index) =>
    item.applies === 'mandatory' && isCounted(item)
      ? [
          issue(
            'chargeItems',
            `${index}.applies`,
            `${item.name} has a price for each ${item.unit}, so it cannot be on every bill: choose a fixed price or a percentage`,
          ),
        ]
      : [],
  );
}

function isCounted({ unit }: Pick<ChargeItem, 'unit'>): boolean {
  return unit === 'mile' || unit === 'minute';
}

function zoneIssues({ area, chargeItems }: RateCard): CardIssue[] {
  return area.zones.flatMap(({ name, streetRule }, index) => {
    if (!streetRule?.feeItem) return [];
    const at = (text: string) => issue('area', `zones.${index}.streetRule.feeItem`, `${name}: ${text}`);
    const item = chargeItems.find(({ id }) => id === streetRule.feeItem);
    if (!item) return [at(`the street fee ${streetRule.feeItem} is not in the list of extras`)];
    if (!item.isActive) return [at(`the street fee ${item.name} is retired`)];
    if (item.applies === 'mandatory')
      return [at(`the street fee ${item.name} is on every bill already: choose another charge`)];
    if (isCounted(item))
      return [at(`the street fee ${item.name} has a price for each ${item.unit}: choose a fixed fee`)];
    return [];
  });
}

function zipIssues({ area }: RateCard, zoneZips: ZoneZips): CardIssue[] {
  const ranges = sortedRanges(zoneZips);
  const unknown = unknownIds([...new Set(ranges.map(({ zone }) => zone))], area.zones).map((zone) =>
    issue('area', `zoneZips.${zone}`, `There are ZIP codes of a zone ${zone}, which does not exist`),
  );
  if (area.mode === 'listed' && ranges.length === 0)
    return [issue('area', 'mode', 'No ZIP code is listed, so every address would be declined')];
  const repeated = overlaps(ranges).map(([first, second]) => {
    const zones = `${entryName(area.zones, first.zone)} and in ${entryName(area.zones, second.zone)}`;
    return issue('area', `zoneZips.${second.zone}`, `ZIP code ${second.from} is in ${zones}`);
  });
  const rest = repeated.length - MAX_ZIP_ISSUES;
  if (rest <= 0) return [...unknown, ...repeated];
  const more = issue('area', 'zoneZips', `${rest} more ZIP codes or ranges are in two zones`);
  return [...unknown, ...repeated.slice(0, MAX_ZIP_ISSUES), more];
}

/** Pairs of ranges of different zones with a ZIP code in common, one for each range. */
function overlaps(ranges: readonly ZipRange[]): [ZipRange, ZipRange][] {
  const pairs: [ZipRange, ZipRange][] = [];
  /** For each zone the range before that ends last. */
  const last = new Map<string, ZipRange>();
  for (const range of ranges) {
    const other = [...last.values()].find(({ zone, to }) => zone !== range.zone && to >= range.from);
    if (other) pairs.push([other, range]);
    const known = last.get(range.zone);
    if (!known || known.to < range.to) last.set(range.zone, range);
  }
  return pairs;
}

function taxIssues({ taxRules }: RateCard): CardIssue[] {
  return taxRules.flatMap((rule, index) => {
    if (rule.rateMillionths > MAX_TAX_RATE)
      return [issue('taxRules', `${index}.rateMillionths`, `${rule.name}: the tax is above 25 %`)];
    const other = taxRules.slice(0, index).find((before) => isEquallySpecific(before, rule));
    const text = `${rule.name}: applies to the same place and amounts as ${other?.name}; customers pay one of them`;
    return other ? [issue('taxRules', `${index}.${rule.zips ? 'zips' : 'state'}`, text)] : [];
  });
}

/** Whether neither of two rules is the more specific one at some place; a narrower range of ZIP codes is. */
function isEquallySpecific(a: TaxRule, b: TaxRule): boolean {
  if (!a.appliesTo.some((category) => b.appliesTo.includes(category))) return false;
  if (a.zips === null || b.zips === null) return a.zips === b.zips && a.state === b.state;
  const [first, second] = [a.zips, b.zips].map((zips) => [Number(zips.slice(0, 5)), Number(zips.slice(-5))]);
  const [from = 0, to = 0] = first ?? [];
  const [otherFrom = 0, otherTo = 0] = second ?? [];
  return to - from === otherTo - otherFrom && from <= otherTo && otherFrom <= to;
}

function calendarIssues({ calendar: { deliveryWeekdays, leadDays, horizonDays } }: RateCard): CardIssue[] {
  if (deliveryWeekdays.length === 0)
    return [issue('calendar', 'deliveryWeekdays', 'Choose at least one weekday')];
  if (leadDays > horizonDays)
    return [issue('calendar', 'leadDays', 'The lead time is longer than the days that can be booked ahead')];
  return [];
}

function unknownIds(wanted: readonly string[], entries: readonly { id: string }[]): string[] {
  return wanted.filter((id) => !entries.some((entry) => entry.id === id));
}

function issue(section: CatalogSection, path: string, message: string): CardIssue {
  return { section, path, message };
}
