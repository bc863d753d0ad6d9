import { pick, randomNumbers } from '#domain/shared/random.ts';
import { FIRST_NAMES, LAST_NAMES, PLACES, STREETS } from './people.ts';

export type Client = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
};

/** An invented client by number, with an address and a phone number that do not exist. */
export function makeClient(seed: number, index: number): Client {
  const random = randomNumbers((seed + Math.imul(index + 1, 0x9e3779b1)) | 0);
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0');
  const firstName = pick(FIRST_NAMES, random);
  const lastName = pick(LAST_NAMES, random);
  const [city, state, zip] = pick(PLACES, random);
  const house = 1 + Math.floor(random() * 4999);
  return {
    firstName,
    lastName,
    email: `${ascii(firstName)}.${ascii(lastName)}${index}@example.${pick(['com', 'com', 'net', 'org'], random)}`,
    phone: `(${2 + Math.floor(random() * 8)}${digits(2)}) 555-${digits(4)}`,
    address: `${house} ${pick(STREETS, random)}`,
    city,
    state,
    zip: zip + digits(2),
  };
}

/** Six clients to ten bookings. */
const clientCount = (bookings: number) => Math.max(1, Math.floor(bookings * 0.6));

/**
 * The client of the n-th booking. Every client has one booking. Half of the others are spread over all clients, half go
 * to the first few: contractors with hundreds of bookings. Consecutive bookings have different clients.
 */
export function computeOwner(
  booking: number,
  { seed, bookings }: { seed: number; bookings: number },
): number {
  const clients = clientCount(bookings);
  const slot = (booking * STRIDE + seed) % bookings;
  if (slot < clients) return slot;
  const random = randomNumbers((seed ^ Math.imul(slot, 0x85ebca6b)) | 0);
  const place = random() < 0.5 ? random() : random() ** 3;
  return Math.floor(place * clients);
}

/** A prime above any number of bookings, so that each booking gets its own slot. */
const STRIDE = 1_500_450_271;

function ascii(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
