import { expect, test } from 'vitest';
import {
  type ListDefinition,
  makeListQuery,
  patched,
  readState,
  withoutFilters,
} from '#web/kit/table/list-state.ts';
import { asCents, asDay, asNumber, type Filter, listChips, namesOf } from './filters.ts';

const FILTERS: Filter[] = [
  { field: 'city', label: 'City', kind: 'text' },
  { field: 'status', label: 'Status', kind: 'select', options: [{ value: 'pending', label: 'Pending' }] },
  { field: 'deliveryDate', label: 'Delivery', kind: 'day' },
  { field: 'createdAt', label: 'Booked', kind: 'dayRange' },
  { field: 'finalPrice', label: 'Final price', kind: 'centsRange' },
];
const LIST: ListDefinition = { defaultSort: '-id', filters: FILTERS, fixed: { isActive: 'true' } };

test('chips have field, value, label and the text of the value', () => {
  const values = {
    city: 'Yonkers',
    status: 'pending',
    deliveryDate: '2026-12-01',
    createdAtFrom: '2026-11-01',
    createdAtTo: '2026-11-30',
    finalPriceTo: '100050',
  };
  expect(listChips(FILTERS, values)).toEqual([
    { field: 'city', value: 'Yonkers', label: 'City', displayValue: 'Yonkers' },
    { field: 'status', value: 'pending', label: 'Status', displayValue: 'Pending' },
    { field: 'deliveryDate', value: '2026-12-01', label: 'Delivery', displayValue: 'Dec 1, 2026' },
    {
      field: 'createdAt',
      value: '2026-11-01..2026-11-30',
      label: 'Booked',
      displayValue: 'Nov 1, 2026 to Nov 30, 2026',
    },
    { field: 'finalPrice', value: '..100050', label: 'Final price', displayValue: 'up to $1,000.50' },
  ]);
  expect(listChips(FILTERS, {})).toEqual([]);
});

test('values that cannot be picked are shown unchanged', () => {
  const odd = { status: 'lost', deliveryDate: 'soon', finalPriceFrom: '1e9' };
  expect(listChips(FILTERS, odd).map(({ displayValue }) => displayValue)).toEqual([
    'lost',
    'soon',
    'from 1e9',
  ]);
});

test('a range has two names in the query, all others one', () => {
  expect(FILTERS.flatMap(namesOf)).toEqual([
    'city',
    'status',
    'deliveryDate',
    'createdAtFrom',
    'createdAtTo',
    'finalPriceFrom',
    'finalPriceTo',
  ]);
});

test('dollars are converted to exact cents, or rejected', () => {
  expect(['', '325', '1,000.50', '$0.1', '1.005', '-1', 'abc'].map(asCents.parse)).toEqual([
    '',
    '32500',
    '100050',
    '10',
    null,
    null,
    null,
  ]);
  expect(['', '32500', '100050', 'abc'].map(asCents.format)).toEqual(['', '325', '1000.50', 'abc']);
});

test('a date with an unfinished year is invalid; a number has digits only', () => {
  expect(['', '2026-12-01', '0002-12-01', '2026-02-30'].map(asDay.parse)).toEqual([
    '',
    '2026-12-01',
    null,
    null,
  ]);
  expect(['', ' 17 ', '1.5', '-1'].map(asNumber.parse)).toEqual(['', '17', null, null]);
});

test('the URL defines the query; invalid values in it are left out', () => {
  const read = (address: string) => {
    const state = readState(new URLSearchParams(address), LIST);
    return makeListQuery(state, LIST);
  };
  expect(read('')).toEqual({ isActive: 'true', limit: '25' });
  expect(read('?search=+ann+&city=Yonkers&isActive=false&limit=999&tab=x&sort=-id&cursor=c')).toEqual({
    search: 'ann',
    city: 'Yonkers',
    isActive: 'true',
    sort: '-id',
    cursor: 'c',
    limit: '25',
  });
});

test('a change goes to the first page and keeps all other parameters', () => {
  const change = (address: string, patch: Record<string, string | null>) =>
    patched(new URLSearchParams(address), patch).toString();
  expect(change('cursor=c&tab=x&city=Y', { sort: '-id' })).toBe('tab=x&city=Y&sort=-id');
  expect(change('cursor=c&city=Y', { cursor: 'd' })).toBe('cursor=d&city=Y');
  expect(change('limit=50&city=Y', { limit: '25', city: '' })).toBe('');
  expect(change('tab=x&city=Y&createdAtTo=2026-11-30&sort=id', withoutFilters(LIST))).toBe('tab=x&sort=id');
});
