import { firstDeposit, firstRentalEnd } from '#domain/catalog/first-card.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import { pick, randomNumbers } from '#domain/shared/random.ts';
import { CUSTOMERS, type Customer, NOTES, RENTALS, SIZES } from './customers.ts';

/** The time of some bookings, in days before today, and their days before the delivery. */
export const MADE_DAYS_AGO = [88, 81, 75, 69, 62, 56, 49, 43, 36, 30, 23, 17, 11, 6, 2];
const BOOKINGS_A_MOMENT = 2;
const SEED = 20_261;

export type DemoBooking = {
  /** Days before today. */
  madeDaysAgo: number;
  customer: Customer;
  rentalType: RentalType;
  dumpsterType: DumpsterType;
  deliveryDate: Day;
  notes: string;
  /** The state that staff have set. */
  status: BookingStatus;
  finalPrice: number | null;
};

/** Three months of a small business before `today`; always the same apart from the dates. */
export function planBookings(today: Day): DemoBooking[] {
  const random = randomNumbers(SEED);
  const one = <T>(from: readonly T[]) => pick(from, random);
  const past = MADE_DAYS_AGO.flatMap((madeDaysAgo) =>
    Array.from({ length: BOOKINGS_A_MOMENT }, () => {
      const rentalType = one(RENTALS);
      const dumpsterType = one(rentalType === '30-day' ? COMMON_SIZES : SIZES);
      const lead = madeDaysAgo < 7 ? 8 + Math.floor(random() * 12) : 2 + Math.floor(random() * 6);
      const deliveryDate = addDays(today, lead - madeDaysAgo);
      const endDate = firstRentalEnd(rentalType, deliveryDate);
      const status = statusOn(today, { deliveryDate, endDate, madeDaysAgo }, random());
      const extra = one(EXTRA_CENTS);
      return {
        madeDaysAgo,
        customer: one(CUSTOMERS),
        rentalType,
        dumpsterType,
        deliveryDate,
        notes: one(NOTES),
        status,
        finalPrice: status === 'completed' && extra !== null ? firstDeposit(rentalType) + extra : null,
      };
    }),
  );
  return [...past, ...planTrucks(today)].toSorted((a, b) => b.madeDaysAgo - a.madeDaysAgo);
}

/** What the trucks do today and tomorrow, apart from the rentals above. */
function planTrucks(today: Day): DemoBooking[] {
  const week = { rentalType: '7-day', status: 'confirmed', finalPrice: null, notes: '' } as const;
  return [
    { ...week, madeDaysAgo: 11, dumpsterType: '30-yard' as const, startsIn: -6 },
    { ...week, madeDaysAgo: 2, dumpsterType: '15-yard' as const, startsIn: 0 },
    { ...week, madeDaysAgo: 2, dumpsterType: '20-yard' as const, startsIn: 0, notes: NOTES[3] ?? '' },
    { ...week, madeDaysAgo: 2, dumpsterType: '15-yard' as const, startsIn: 1 },
    { ...week, madeDaysAgo: 2, dumpsterType: '10-yard' as const, startsIn: 1 },
  ].map(({ startsIn, ...booking }, index) => ({
    ...booking,
    customer: CUSTOMERS[index * 2] as Customer,
    deliveryDate: addDays(today, startsIn),
  }));
}

const COMMON_SIZES: DumpsterType[] = ['15-yard', '20-yard'];
/** Dump fees on top of the deposit; null: the final price is not set yet. */
const EXTRA_CENTS = [null, 0, 6_500, 11_250, 18_900];

type Dates = { deliveryDate: Day; endDate: Day; madeDaysAgo: number };

function statusOn(today: Day, { deliveryDate, endDate, madeDaysAgo }: Dates, chance: number): BookingStatus {
  if (endDate < today) return chance < 0.08 ? 'cancelled' : 'completed';
  if (deliveryDate === today) return 'in_transit';
  return deliveryDate < today || madeDaysAgo > 3 ? 'confirmed' : 'pending';
}
