export type Customer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
};

const PLACES: Record<string, [state: string, zip: string]> = {
  Harrisburg: ['PA', '17101'],
  Lancaster: ['PA', '17602'],
  Reading: ['PA', '19601'],
  York: ['PA', '17401'],
};

/** What customers choose and write, each as often as in its list. */
export const RENTALS = ['1-day', '7-day', '7-day', '7-day', '30-day'];
export const SIZES = ['10-yard', '15-yard', '15-yard', '20-yard', '20-yard', '30-yard'];
export const NOTES = [
  '',
  '',
  '',
  'Gate code 4471, please close it behind you.',
  'Left side of the driveway, on boards.',
];

/** Invented customers: common names, with phone numbers and e-mail addresses that do not exist. */
export const CUSTOMERS: readonly Customer[] = [
  customer('Maria Alvarez', '118 Chestnut Street', 'Lancaster'),
  customer('James Whitaker', '4402 Derry Street', 'Harrisburg'),
  customer('Priya Raman', '27 Mulberry Court', 'York'),
  customer('Tom Okafor', '905 Perkiomen Avenue', 'Reading'),
  customer('Ellen Brandt', '63 Orchard Lane', 'Lancaster'),
  customer('Luis Ortega', '2210 North Front Street', 'Harrisburg'),
  customer('Grace Miller', '751 East Market Street', 'York'),
  customer('Dennis Kowalski', '38 Spring Garden Road', 'Reading'),
  customer('Hannah Stoltz', '1490 Columbia Avenue', 'Lancaster'),
  customer('Marcus Bell', '316 Sylvan Terrace', 'Harrisburg'),
  customer('Olivia Chen', '84 Country Club Road', 'York'),
  customer('Frank Dell', '5 Quarry Hollow', 'Reading'),
];

function customer(name: string, address: string, city: string): Customer {
  const [firstName = '', lastName = ''] = name.split(' ');
  const [state, zip] = PLACES[city] ?? ['PA', '17101'];
  const number = [...name].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 100;
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `(717) 555-01${String(number).padStart(2, '0')}`,
    address,
    city,
    state,
    zip,
  };
}
