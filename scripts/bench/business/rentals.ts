import { firstRentalOption } from '#domain/catalog/first-card.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import { pick, randomNumbers } from '#domain/shared/random.ts';

export type Business = {
  seed: number;
  bookings: number;
  /** The reference day: most deliveries are before it, some after. */
  today: Day;
};

export type Unit = { id: number; number: string; type: DumpsterType };
export type Rental = {
  unit: Unit;
  rentalType: RentalType;
  deliveryDate: Day;
  endDate: Day;
  madeAtMs: number;
};

const PAST_DAYS = 1005;
const SPAN_DAYS = 1095;
/** Days without a rental between two rentals of a unit. */
const MOST_IDLE_DAYS = 11;
const DAY_MS = 86_400_000;

const TYPES: readonly RentalType[] = ['1-day', '7-day', '7-day', '7-day', '7-day', '30-day', '1-day'];
const SIZES: readonly DumpsterType[] = ['10-yard', '15-yard', '15-yard', '20-yard', '20-yard', '30-yard'];

/**
 * Three years of rentals, in booking order. Each unit goes from one rental to the next, so that no days overlap; units
 * are added as needed.
 */
export function planRentals(business: Business): { units: Unit[]; rentals: Rental[] } {
  const random = randomNumbers(business.seed);
  const units: Unit[] = [];
  const rentals: Rental[] = [];
  const begin = addDays(business.today, -PAST_DAYS);
  const days = Array.from({ length: SPAN_DAYS + 31 }, (_, index) => addDays(begin, index));
  while (rentals.length < business.bookings) {
    const unit = unitOf(units.length + 1);
    units.push(unit);
    let day = Math.floor(random() * MOST_IDLE_DAYS);
    while (day < SPAN_DAYS && rentals.length < business.bookings) {
      const rentalType = pick(TYPES, random);
      const { days: length } = firstRentalOption(rentalType);
      rentals.push({
        unit,
        rentalType,
        deliveryDate: days[day] as Day,
        endDate: days[day + length - 1] as Day,
        madeAtMs: madeAt(days[day] as Day, business.today, random),
      });
      day += length + Math.floor(random() * (MOST_IDLE_DAYS + 1));
    }
  }
  return { units, rentals: rentals.sort((a, b) => a.madeAtMs - b.madeAtMs) };
}

function unitOf(id: number): Unit {
  const type = SIZES[id % SIZES.length] as DumpsterType;
  return { id, type, number: `${type.slice(0, 2)}-${String(id).padStart(4, '0')}` };
}

/** Up to a month ahead, during the day, and never after `today`. */
function madeAt(deliveryDate: Day, today: Day, random: () => number): number {
  const latest = deliveryDate < today ? deliveryDate : today;
  const lead = 1 + Math.floor(random() ** 2 * 30);
  return Date.parse(`${latest}T13:00:00Z`) - lead * DAY_MS + Math.floor(random() * 36_000_000);
}
