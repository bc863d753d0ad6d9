import { addDays, type Day } from '#domain/shared/days.ts';
import type { Business } from './business/rentals.ts';
import type { Case } from './public-calls.ts';
import { besideCase, type Signed } from './staff-calls.ts';

/** Pieces of names, numbers, streets and addresses: none is a whole word, some match hundreds of bookings. */
export const PIECES = ['obinson', '555274', 'uarry Ho', 'ington12', 'ancaste', 'raham'];
const TWO_WORDS = [
  ['oseph', 'Oak'],
  ['ancaster', 'uarry'],
  ['robinson', 'maple'],
] as const;

const list = (query: string) => `/api/bookings?limit=50${query && `&${query}`}`;
const quoted = (text: string) => `"${text}"`;
const matching = (index: 'search' | 'words', match: string) =>
  `/bare/bookings/${index}?match=${encodeURIComponent(match)}`;

/** The list of bookings in its orders, with its filters and its kinds of search, each beside the same query. */
export function listCases(signed: Signed, business: Business): Case[] {
  return [...filterCases(signed, business), ...searchCases(signed, business)];
}

function filterCases(signed: Signed, business: Business): Case[] {
  const beside = besideCase(signed);
  const days = daysOf(business);
  const always = [null];
  const sorted = (sort: string, name: string) =>
    beside(`bookings by ${name}`, always, [() => list(`sort=${sort}`), () => `/bare/bookings?sort=${name}`]);
  const filtered = (filter: string, value: string | number) =>
    beside(`bookings, ${filter}`, always, [
      () => list(`${filter}=${value}`),
      () => `/bare/bookings/by/${filter}?value=${value}`,
    ]);
  return [
    beside('bookings, with total', always, [() => list(''), () => '/bare/bookings']),
    sorted('endDate', 'endDate'),
    sorted('-balanceDue', 'balanceDue'),
    beside('bookings, status and day', days, [
      (day) => list(`status=completed&deliveryDate=${day}`),
      (day) => `/bare/bookings/filter?status=completed&day=${day}`,
    ]),
    beside('bookings, endDate', days, [
      (day) => list(`endDate=${day}`),
      (day) => `/bare/bookings/by/endDate?value=${day}`,
    ]),
    filtered('needsAttention', 'payment_mismatch'),
    beside('bookings, balanceDueFrom', always, [
      () => list('balanceDueFrom=6500&sort=-balanceDue'),
      () => '/bare/bookings/by/balanceDueFrom?value=6500&sort=balanceDue',
    ]),
    filtered('source', 'phone'),
    filtered('unit', '20-0003'),
  ];
}

function searchCases(signed: Signed, business: Business): Case[] {
  const beside = besideCase(signed);
  const ids = Array.from({ length: 40 }, (_, index) => 1 + ((index * 7919) % business.bookings));
  return [
    beside('bookings, search', PIECES, [
      (piece) => searched(piece),
      (piece) => matching('search', quoted(piece)),
    ]),
    beside('bookings, search by number', ids, [
      (id) => searched(`#${id}`),
      (id) => matching('words', `number : "${id}"`),
    ]),
    beside('bookings, search for two words', TWO_WORDS, [
      (words) => searched(words.join(' ')),
      (words) => matching('search', words.map(quoted).join(' AND ')),
    ]),
    beside(
      'bookings, search for a unit',
      ['20-0003', '15-0013'],
      [
        (unit) => searched(unit),
        (unit) => matching('search', `${quoted(unit)} OR phone : "${unit.replace('-', '')}"`),
      ],
    ),
    beside('bookings, search for a ticket', ids, [
      (id) => searched(`T-${700_000 + id}`),
      (id) => matching('search', `"T-${700_000 + id}"`),
    ]),
    beside('bookings, search for a day', daysOf(business), [
      (day) => searched(spoken(day)),
      (day) => `/bare/bookings/day?day=${day}&match=${encodeURIComponent(beginnings(spoken(day)))}`,
    ]),
  ];
}

const searched = (text: string) => list(`search=${encodeURIComponent(text)}`);

/** Days of the last half year: the search takes a day without a year for the nearest one. */
const daysOf = ({ today }: Business) =>
  Array.from({ length: 40 }, (_, index) => addDays(today, -10 - index * 4));

/** 'Nov 29' */
function spoken(day: Day): string {
  const format = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', format);
}

/** As the product searches for several words when one of them is short: each at the beginning of a word. */
const beginnings = (text: string) =>
  text
    .split(' ')
    .map((word) => `"${word}" *`)
    .join(' AND ');
