import { CUSTOMERS, type Customer } from '../customers.ts';

type Place = Pick<Customer, 'city' | 'zip'>;

const CITIES: readonly Place[] = [
  { city: 'Albany', zip: '12203' },
  { city: 'Troy', zip: '12180' },
  { city: 'Albany', zip: '12208' },
  { city: 'Schenectady', zip: '12305' },
];
const HILLS: readonly Place[] = [
  { city: 'Altamont', zip: '12009' },
  { city: 'Voorheesville', zip: '12186' },
];

/** Others than those of the small business: these have phone numbers that do not exist, too. */
const NAMES = [
  'Renee Caldwell',
  'Victor Lindqvist',
  'Sofia Marchetti',
  'Derek Osei',
  'Joan Pruitt',
  'Samuel Vance',
  'Alicia Romero',
  'Walter Hynes',
  'Naomi Feld',
  'Curtis Boone',
  'Ingrid Larsen',
  'Peter Szabo',
];
const STREETS = ['Madison Avenue', 'Delaware Avenue', 'Western Avenue', 'Hudson Street', 'Elm Street'];

/** Invented customers in the zones of the firm, a quarter of them in the hill towns. */
export const FIRM_CUSTOMERS: readonly Customer[] = [
  ...CUSTOMERS.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ...NAMES,
].map((name, index) => customer(name, index, placeOf(index)));

export const CITY_CUSTOMERS = FIRM_CUSTOMERS.filter(({ zip }) => CITIES.some((place) => place.zip === zip));

function placeOf(index: number): Place {
  const places = index % 4 === 3 ? HILLS : CITIES;
  return places[Math.floor(index / 4) % places.length] as Place;
}

function customer(name: string, index: number, place: Place): Customer {
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `(518) 555-01${String(index).padStart(2, '0')}`,
    address: `${14 + index * 37} ${STREETS[index % STREETS.length]}`,
    state: 'NY',
    ...place,
  };
}
