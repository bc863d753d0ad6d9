import { formatDay, isDay } from '#domain/shared/days.ts';
import { formatUsd, parseDollars } from '#domain/shared/money.ts';

export type Option = { value: string; label: string };

/**
 * A filter as data. `field` is its name in the query; a range has two: `fieldFrom` and `fieldTo`. Texts match
 * by substring, the others exactly, ranges with both ends; amounts are typed in dollars and sent in cents.
 * Two filters may have the same field (a day, and a range of days) with different labels.
 */
export type Filter = {
  field: string;
  label: string;
  /** True: shown beside the search. Otherwise behind 'More filters'. */
  isPrimary?: true;
} & (
  | { kind: 'text' | 'number' | 'day' | 'dayRange' | 'centsRange' }
  | { kind: 'select'; options: readonly Option[] }
);

/** An active filter as text. */
export type Chip = { field: string; value: string; label: string; displayValue: string };

/** The values of filters, by their names in the query. */
export type FilterValues = Readonly<Record<string, string>>;

export const fromOf = (field: string) => `${field}From`;
export const toOf = (field: string) => `${field}To`;

/** The names in the query that a filter writes. */
export function namesOf({ field, kind }: Filter): string[] {
  return kind === 'dayRange' || kind === 'centsRange' ? [fromOf(field), toOf(field)] : [field];
}

export function listChips(filters: readonly Filter[], values: FilterValues): Chip[] {
  return filters.flatMap((filter) => {
    const held = namesOf(filter).map((name) => values[name] ?? '');
    if (held.every((value) => value === '')) return [];
    const { field, label } = filter;
    return [{ field, label, value: held.join('..'), displayValue: wordsOf(filter, held) }];
  });
}

function wordsOf(filter: Filter, [first = '', last = '']: string[]): string {
  switch (filter.kind) {
    case 'select':
      return filter.options.find(({ value }) => value === first)?.label ?? first;
    case 'day':
      return dayWords(first);
    case 'dayRange':
      return rangeWords(dayWords(first), dayWords(last));
    case 'centsRange':
      return rangeWords(moneyWords(first), moneyWords(last));
    default:
      return first;
  }
}

function rangeWords(from: string, to: string): string {
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `from ${from}` : `up to ${to}`;
}

const dayWords = (text: string) => (isDay(text) ? formatDay(text) : text);
const moneyWords = (text: string) => (/^\d{1,9}$/.test(text) ? formatUsd(Number(text)) : text);

/** Converts between the input and the value in the query. `parse` returns null for an invalid input. */
export type Reading = {
  parse: (typed: string) => string | null;
  format: (value: string) => string;
  /** The error text of an invalid input. */
  inputError: string;
};

/** A year that is still being typed ('0002') is not a valid filter. */
const EARLIEST = '2000-01-01';

export const asText: Reading = { parse: (typed) => typed, format: (value) => value, inputError: '' };
export const asNumber: Reading = {
  parse: (typed) => (/^\d{0,15}$/.test(typed.trim()) ? typed.trim() : null),
  format: (value) => value,
  inputError: 'Enter a whole number',
};
export const asDay: Reading = {
  parse: (typed) => (typed === '' || (isDay(typed) && typed >= EARLIEST) ? typed : null),
  format: (value) => value,
  inputError: '',
};
export const asCents: Reading = {
  parse: (typed) => {
    if (typed.trim() === '') return '';
    const cents = parseDollars(typed);
    return cents === null ? null : String(cents);
  },
  format: (value) =>
    /^\d{1,9}$/.test(value) ? formatUsd(Number(value)).replace(/[$,]/g, '').replace(/\.00$/, '') : value,
  inputError: 'Enter dollars, such as 325 or 325.50',
};
