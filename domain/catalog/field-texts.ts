import { formatUsdWhole } from '#domain/shared/money.ts';
import { formatWeight } from './dump-tickets.ts';
import { entryName } from './entries.ts';
import { formatItemPrice, formatMillionths, type ItemPrice } from './price-texts.ts';
import type {
  CalendarRules,
  CancellationPolicy,
  ChargeItem,
  ItemApplication,
  Material,
  OverageUnit,
  ProjectPreset,
  Rate,
  RateCard,
  RentalPeriod,
  SizeOption,
  StreetRule,
  TaxRule,
  Zone,
} from './rate-card.ts';

/** How a field is named and written in a list of differences. A value that is null or empty is written 'none'. */
type FieldText<V> = { label: string; format: (value: NonNullable<V>, card: RateCard) => string };
/** Exhaustive, so that no field is left out of the differences. */
export type FieldTexts<T> = { [K in keyof T]: FieldText<T[K]> };

/** '1 day', '3 days'. */
export function formatDays(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** The price is written with its unit, so the two are one field. */
export type PricedItem = Omit<ChargeItem, keyof ItemPrice> & { price: ItemPrice };

const OVERAGE_UNIT_NAMES: Readonly<Record<OverageUnit, string>> = {
  pound: 'pound',
  tenth: 'tenth of a ton',
  quarter: 'quarter of a ton',
  half: 'half ton',
  whole: 'whole ton',
};

const APPLICATION_TEXTS: Readonly<Record<ItemApplication, string>> = {
  optional: 'when the customer needs it',
  mandatory: 'on every bill',
  penalty: 'only if something goes wrong',
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const text = (label: string) => ({ label, format: (value: string) => value });
const money = (label: string) => ({ label, format: formatUsdWhole });
const weight = (label: string) => ({ label, format: formatWeight });
const dayCount = (label: string) => ({ label, format: formatDays });
const inches = (label: string) => ({ label, format: (value: number) => `${value} in` });
const yards = (label: string) => ({ label, format: (value: number) => `${value} cubic yards` });
const density = (label: string) => ({
  label,
  format: (value: number) => `${formatWeight(value)} a cubic yard`,
});
const status = { label: 'status', format: (isActive: boolean) => (isActive ? 'offered' : 'retired') };
const yesOrNo = (label: string) => ({ label, format: (value: boolean) => (value ? 'yes' : 'no') });
const lines = (label: string) => ({ label, format: (values: string[]) => values.join('; ') });

export const RENTAL_FIELDS: FieldTexts<Omit<RentalPeriod, 'id'>> = {
  title: text('title'),
  label: text('label'),
  days: dayCount('length'),
  features: lines('features'),
  isActive: status,
};

export const SIZE_FIELDS: FieldTexts<Omit<SizeOption, 'id'>> = {
  name: text('name'),
  yards: yards('volume'),
  lengthIn: inches('length'),
  widthIn: inches('width'),
  heightIn: inches('height'),
  bestFor: text('best for'),
  isActive: status,
};

export const MATERIAL_FIELDS: FieldTexts<Omit<Material, 'id'>> = {
  name: text('name'),
  includes: text('what belongs to it'),
  excludes: text('what does not belong to it'),
  densityLow: density('lowest density'),
  densityHigh: density('highest density'),
  fillLine: text('fill line'),
  sizes: {
    label: 'only in the sizes',
    format: (ids, { dumpsterSizes }) => ids.map((id) => entryName(dumpsterSizes, id)).join(', '),
  },
  isActive: status,
};

export const PRESET_FIELDS: FieldTexts<Omit<ProjectPreset, 'id'>> = {
  kind: text('type'),
  name: text('name'),
  material: { label: 'material', format: (id, { materials }) => entryName(materials, id) },
  size: { label: 'size', format: (id, { dumpsterSizes }) => entryName(dumpsterSizes, id) },
  volumeLow: yards('lowest volume'),
  volumeHigh: yards('highest volume'),
  weightLow: weight('lowest weight'),
  weightHigh: weight('highest weight'),
};

export const RATE_FIELDS: FieldTexts<Omit<Rate, 'rentalOption' | 'dumpsterSize' | 'material' | 'isOffered'>> =
  {
    deposit: money('deposit'),
    price: money('price'),
    includedWeight: weight('included weight'),
    overagePerTon: money('price for each extra ton'),
    overageUnit: { label: 'extra weight rounded up to the', format: (unit) => OVERAGE_UNIT_NAMES[unit] },
    extraDay: money('price for each extra day'),
    exchangePrice: money('exchange price'),
    dumpAndReturnPrice: money('dump and return price'),
  };

export const ITEM_FIELDS: FieldTexts<Omit<PricedItem, 'id'>> = {
  name: text('name'),
  price: { label: 'price', format: formatItemPrice },
  applies: { label: 'charged', format: (applies) => APPLICATION_TEXTS[applies] },
  isTaxable: yesOrNo('taxable'),
  isActive: status,
};

export const ZONE_FIELDS: FieldTexts<Omit<Zone, 'id'>> = {
  name: text('name'),
  surcharge: money('surcharge'),
  streetRule: { label: 'street rule', format: streetRuleText },
};

export const TAX_FIELDS: FieldTexts<Omit<TaxRule, 'id'>> = {
  name: text('name'),
  state: text('state'),
  zips: text('ZIP codes'),
  rateMillionths: { label: 'rate', format: formatMillionths },
  appliesTo: { label: 'applies to', format: (categories) => categories.join(', ') },
};

export const CALENDAR_FIELDS: FieldTexts<CalendarRules> = {
  deliveryWeekdays: { label: 'delivery weekdays', format: weekdaysText },
  leadDays: dayCount('lead time'),
  sameDayCutoff: text('same-day cut-off'),
  maxTruckMovesPerDay: { label: 'most truck moves a day', format: String },
  horizonDays: dayCount('booking ahead'),
};

function weekdaysText(weekdays: number[]): string {
  return WEEKDAYS.filter((_, weekday) => weekdays.includes(weekday)).join(', ');
}

function streetRuleText({ permitBy, leadDays, feeItem, text: words }: StreetRule, card: RateCard): string {
  const parts = [`permit by the ${permitBy}`, `${formatDays(leadDays)} of lead time`];
  parts.push(feeItem === null ? 'no fee' : `fee ${entryName(card.chargeItems, feeItem)}`);
  return [...parts, ...(words === '' ? [] : [`'${words}'`])].join(', ');
}

/** 'free until 24 hours before the delivery day, then $50'. */
export function cancellationRuleText({ freeHours, fee }: CancellationPolicy): string {
  const amount = fee.type === 'cents' ? formatUsdWhole(fee.amount) : `${fee.percent}% of the deposit`;
  const until = freeHours === 1 ? '1 hour' : `${freeHours} hours`;
  return `free until ${until} before the delivery day, then ${amount}`;
}
