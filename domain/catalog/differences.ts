import { formatUsdWhole } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import { offeredRates, rateName } from './entries.ts';
import {
  CALENDAR_FIELDS,
  cancellationRuleText,
  type FieldTexts,
  formatDays,
  ITEM_FIELDS,
  MATERIAL_FIELDS,
  PRESET_FIELDS,
  type PricedItem,
  RATE_FIELDS,
  RENTAL_FIELDS,
  SIZE_FIELDS,
  TAX_FIELDS,
  ZONE_FIELDS,
} from './field-texts.ts';
import { formatItemPrice, formatMillionths } from './price-texts.ts';
import type { CatalogSection, ChargeItem, Rate, RateCard, ZoneZips } from './rate-card.ts';
import { rateKey } from './sections.ts';
import { countZips, mergeRanges, parseZipRanges, subtractRanges } from './zip-ranges.ts';

export type CardContent = { card: RateCard; zoneZips: ZoneZips };
export type CardDifference = { section: CatalogSection; text: string };

/** Two values of one thing: as it was, and as it is. */
type Pair<T> = { before: T; after: T };
type Cards = Pair<RateCard>;

/**
 * Every difference between two versions of the catalog in words, by section. Rates that neither version offers are only
 * compared when both have them.
 */
export function differences(before: CardContent, after: CardContent): CardDifference[] {
  const cards = { before: before.card, after: after.card };
  const zips = { before: before.zoneZips, after: after.zoneZips };
  return (Object.keys(SECTION_CHANGES) as CatalogSection[]).flatMap((section) =>
    SECTION_CHANGES[section](cards, zips).map((text) => ({ section, text })),
  );
}

const SECTION_CHANGES: Readonly<Record<CatalogSection, (cards: Cards, zips: Pair<ZoneZips>) => string[]>> = {
  rentalOptions: (cards) =>
    listChanges(cards, ({ rentalOptions }) => rentalOptions, {
      noun: 'rental',
      fields: RENTAL_FIELDS,
      nameOfEntry: ({ title }) => title,
      summary: ({ days }) => formatDays(days),
    }),
  dumpsterSizes: (cards) =>
    listChanges(cards, ({ dumpsterSizes }) => dumpsterSizes, { noun: 'size', fields: SIZE_FIELDS }),
  materials: (cards) =>
    listChanges(cards, ({ materials }) => materials, { noun: 'material', fields: MATERIAL_FIELDS }),
  projectPresets: (cards) =>
    listChanges(cards, ({ projectPresets }) => projectPresets, { noun: 'project', fields: PRESET_FIELDS }),
  rates: rateChanges,
  chargeItems: (cards) =>
    listChanges(cards, ({ chargeItems }) => chargeItems.map(pricedItem), {
      noun: 'extra',
      fields: ITEM_FIELDS,
      summary: ({ price }) => formatItemPrice(price),
    }),
  area: (cards, zips) => [...areaModeChanges(cards), ...zoneChanges(cards), ...zipChanges(cards, zips)],
  taxRules: (cards) =>
    listChanges(cards, ({ taxRules }) => taxRules, {
      noun: 'tax rule',
      fields: TAX_FIELDS,
      summary: ({ rateMillionths, state, zips }) => `${formatMillionths(rateMillionths)} in ${state ?? zips}`,
    }),
  calendar: (cards) => {
    const pair = { before: cards.before.calendar, after: cards.after.calendar };
    return withPrefix('Calendar', fieldChanges(CALENDAR_FIELDS, pair, cards));
  },
  policy: policyChanges,
};

type ListTexts<T, F> = {
  noun: string;
  fields: FieldTexts<F>;
  nameOfEntry?: (entry: T) => string;
  /** What matters about a new entry. */
  summary?: (entry: T) => string;
};

function listChanges<F, T extends F & { id: string; name?: string }>(
  cards: Cards,
  listOf: (card: RateCard) => readonly T[],
  { noun, fields, nameOfEntry = ({ id, name }) => name ?? id, summary }: ListTexts<T, F>,
): string[] {
  const [before, after] = [listOf(cards.before), listOf(cards.after)];
  const changes = after.flatMap((entry) => {
    const known = before.find(({ id }) => id === entry.id);
    if (!known) return [`New ${noun} ${nameOfEntry(entry)}${summary ? `: ${summary(entry)}` : ''}`];
    const named = capitalize(`${noun} ${nameOfEntry(known)}`);
    return withPrefix(named, fieldChanges(fields, { before: known, after: entry }, cards));
  });
  const removed = before.filter(({ id }) => !after.some((entry) => entry.id === id));
  return [
    ...changes,
    ...removed.map((entry) => capitalize(`${noun} ${nameOfEntry(entry)} removed`)),
    ...(isReordered(before, after) ? [`New order: ${after.map(nameOfEntry).join(', ')}`] : []),
  ];
}

/** Whether the entries that both lists have are in another order. */
function isReordered(before: readonly { id: string }[], after: readonly { id: string }[]): boolean {
  const idsIn = (list: typeof before, other: typeof before) =>
    list.map(({ id }) => id).filter((id) => other.some((entry) => entry.id === id));
  return !isEqual(idsIn(before, after), idsIn(after, before));
}

function rateChanges(cards: Cards): string[] {
  const [before, after] = [byKey(cards.before.rates), byKey(cards.after.rates)];
  const wasOffered = byKey(offeredRates(cards.before));
  const isOffered = byKey(offeredRates(cards.after));
  return [...new Map([...before, ...after])].flatMap(([key, rate]) => {
    const pair = { before: before.get(key), after: after.get(key) };
    const name = rateName(pair.after ? cards.after : cards.before, rate);
    if (isOffered.has(key) && !wasOffered.has(key)) return [`${name}: now offered, ${ratePrices(rate)}`];
    const changes =
      pair.before && pair.after
        ? fieldChanges(RATE_FIELDS, { before: pair.before, after: pair.after }, cards)
        : [];
    if (wasOffered.has(key) && !isOffered.has(key))
      return withPrefix(name, ['no longer offered', ...changes]);
    return withPrefix(isOffered.has(key) ? name : `${name} (not offered)`, changes);
  });
}

/** 'deposit $100, price $475'. */
function ratePrices({ deposit, price }: Rate): string {
  return `deposit ${formatUsdWhole(deposit)}, ${price === null ? 'no price' : `price ${formatUsdWhole(price)}`}`;
}

function pricedItem({ unit, unitPrice, ...item }: ChargeItem): PricedItem {
  return { ...item, price: { unit, unitPrice } };
}

function byKey(rates: readonly Rate[]): Map<string, Rate> {
  return new Map(rates.map((rate) => [rateKey(rate), rate]));
}

function areaModeChanges({ before, after }: Cards): string[] {
  if (before.area.mode === after.area.mode) return [];
  return after.area.mode === 'listed'
    ? ['Delivery only to listed ZIP codes, no longer everywhere']
    : ['Delivery everywhere, no longer only to listed ZIP codes'];
}

function zoneChanges(cards: Cards): string[] {
  return listChanges(cards, ({ area }) => area.zones, {
    noun: 'zone',
    fields: ZONE_FIELDS,
    summary: ({ surcharge }) => `surcharge ${formatUsdWhole(surcharge)}`,
  });
}

/** 'ZIP codes of North: 120 added, 3 removed'. */
function zipChanges(cards: Cards, zips: Pair<ZoneZips>): string[] {
  const zones = [...cards.after.area.zones, ...cards.before.area.zones];
  const ids = new Set([
    ...zones.map(({ id }) => id),
    ...Object.keys(zips.after),
    ...Object.keys(zips.before),
  ]);
  return [...ids].flatMap((zone) => {
    const before = mergeRanges(parseZipRanges(zips.before[zone] ?? []));
    const after = mergeRanges(parseZipRanges(zips.after[zone] ?? []));
    const added = countZips(subtractRanges(after, before));
    const removed = countZips(subtractRanges(before, after));
    const counts = [
      ...(added > 0 ? [`${formatCount(added)} added`] : []),
      ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
    ];
    const name = zones.find(({ id }) => id === zone)?.name ?? zone;
    return counts.length > 0 ? [`ZIP codes of ${name}: ${counts.join(', ')}`] : [];
  });
}

function policyChanges({ before, after }: Cards): string[] {
  const [from, to] = [before.policy.cancellation, after.policy.cancellation].map((policy) =>
    policy ? cancellationRuleText(policy) : 'none',
  );
  return [
    ...(from === to ? [] : [`Cancellation: changed from ${from} to ${to}`]),
    ...textListChanges('Accepted waste', before.policy.acceptedWaste, after.policy.acceptedWaste),
    ...textListChanges('Prohibited waste', before.policy.prohibitedWaste, after.policy.prohibitedWaste),
  ];
}

function textListChanges(label: string, before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((text) => !before.includes(text)).map((text) => `${label} added: ${text}`);
  const removed = before.filter((text) => !after.includes(text)).map((text) => `${label} removed: ${text}`);
  if (added.length + removed.length > 0) return [...added, ...removed];
  return isEqual(before, after) ? [] : [`${label} in another order: ${after.join('; ')}`];
}

/** 'price changed from $450 to $475', one text for each field that differs. */
function fieldChanges<T>(fields: FieldTexts<T>, { before, after }: Pair<T>, cards: Cards): string[] {
  return (Object.keys(fields) as (keyof T & string)[]).flatMap((key) => {
    const from = fieldText(fields, before[key], { key, card: cards.before });
    const to = fieldText(fields, after[key], { key, card: cards.after });
    return isEqual(before[key], after[key]) || from === to
      ? []
      : [`${fields[key].label} changed from ${from} to ${to}`];
  });
}

function fieldText<T, K extends keyof T>(
  fields: FieldTexts<T>,
  value: T[K],
  { key, card }: { key: K; card: RateCard },
): string {
  return (value === null || value === undefined ? '' : fields[key].format(value, card)) || 'none';
}

function withPrefix(name: string, changes: readonly string[]): string[] {
  return changes.length > 0 ? [`${name}: ${changes.join('; ')}`] : [];
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
