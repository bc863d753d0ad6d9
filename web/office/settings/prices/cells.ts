import { OVERAGE_UNITS, type OverageUnit, type Rate } from '#domain/catalog/rate-card.ts';
import { formatUsdWhole, parseDollars } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';

/** The fields of a rate that the price grid edits; each is a column. */
export type RateField = Exclude<keyof Rate, 'rentalOption' | 'dumpsterSize' | 'material'>;
export type RateValue = Rate[RateField];

type Column = {
  field: RateField;
  label: string;
  /** What an empty cell means; null: the cell cannot be empty. */
  empty: string | null;
  hint: string;
};

export const COLUMNS: readonly Column[] = [
  { field: 'isOffered', label: 'Offered', empty: 'No', hint: 'Space switches it on and off' },
  { field: 'deposit', label: 'Deposit', empty: null, hint: 'Paid when the customer books, at least $0.50' },
  { field: 'price', label: 'Price', empty: 'Deposit only', hint: 'The whole rental, deposit included' },
  {
    field: 'includedWeight',
    label: 'Included weight',
    empty: 'Not stated',
    hint: 'Pounds, or tons such as 2 t',
  },
  {
    field: 'overagePerTon',
    label: 'Extra ton',
    empty: 'Ask us',
    hint: 'For each ton above the included weight',
  },
  { field: 'overageUnit', label: 'Rounded up to', empty: null, hint: 'The unit in which overage is billed' },
  { field: 'extraDay', label: 'Extra day', empty: 'Ask us', hint: 'For each day after the rental period' },
  {
    field: 'exchangePrice',
    label: 'Exchange',
    empty: 'Ask us',
    hint: 'A full dumpster out and an empty one in',
  },
  {
    field: 'dumpAndReturnPrice',
    label: 'Dump and return',
    empty: 'Ask us',
    hint: 'The full dumpster emptied and brought back',
  },
];

export const UNIT_LABELS: Readonly<Record<OverageUnit, string>> = {
  pound: '1 lb',
  tenth: '0.1 ton',
  quarter: '0.25 ton',
  half: '0.5 ton',
  whole: '1 ton',
};
const UNITS = Object.keys(OVERAGE_UNITS) as OverageUnit[];

/** A cell's value as text: '$450', '4,000 lb', '0.1 ton', 'Yes'; '' when it is empty. */
export function cellText(field: RateField, value: RateValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return UNIT_LABELS[value];
  return field === 'includedWeight' ? `${formatCount(value)} lb` : formatUsdWhole(value);
}

/** The value of what was typed or pasted into a cell. A null deposit means that the row has no rate. */
export function parseCell(field: RateField, text: string): { value: RateValue | null } | { error: string } {
  const typed = text.trim();
  switch (field) {
    case 'isOffered':
      return parseSwitch(typed);
    case 'overageUnit':
      return parseUnit(typed);
    case 'includedWeight':
      return typed === '' ? { value: null } : parseWeight(typed);
    case 'deposit':
    case 'price':
    case 'overagePerTon':
    case 'extraDay':
    case 'exchangePrice':
    case 'dumpAndReturnPrice':
      return typed === '' ? { value: null } : parseAmount(typed);
  }
}

function parseSwitch(typed: string) {
  if (/^(yes|y|true|1|x|✓|on)$/i.test(typed)) return { value: true };
  if (/^(no|n|false|0|-|–|off)?$/i.test(typed)) return { value: false };
  return { error: 'Type yes or no' };
}

function parseUnit(typed: string) {
  const text = typed.toLowerCase().replace(/s$/, '');
  const unit = UNITS.find(
    (one) => one === text || UNIT_LABELS[one] === text || UNIT_LABELS[one].startsWith(`${text} `),
  );
  return unit ? { value: unit } : { error: `Choose ${Object.values(UNIT_LABELS).join(', ')}` };
}

/** '4,000', '4000 lb', '2 t', '1.5 tons': whole pounds, parsed by digits. */
function parseWeight(typed: string) {
  const match = /^(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,3}))? *(lbs?|pounds?|t|tons?)?$/i.exec(typed);
  if (!match) return { error: 'Type pounds, or tons such as 2 t' };
  const [, whole = '', fraction = '', unit = 'lb'] = match;
  const thousandths = Number(whole.replaceAll(',', '')) * 1000 + Number(fraction.padEnd(3, '0'));
  const pounds = (thousandths * (/^t/i.test(unit) ? OVERAGE_UNITS.whole : 1)) / 1000;
  if (!Number.isInteger(pounds)) return { error: 'Must be whole pounds' };
  return pounds <= MAX_POUNDS
    ? { value: pounds }
    : { error: `Must be at most ${formatCount(MAX_POUNDS)} lb` };
}

const MAX_POUNDS = 200_000;

function parseAmount(typed: string) {
  const cents = parseDollars(typed);
  return cents === null ? { error: 'Type dollars, such as 450 or 449.50' } : { value: cents };
}
