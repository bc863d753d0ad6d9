import { firstDeposit, firstRentalEnd, firstRentalOption } from '#domain/catalog/first-card.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { addDays, type Day, dayAt } from '#domain/shared/days.ts';
import type { BookingRecord } from '../running/records.ts';

/** A customer with an address and a rental; the field names are those of the form. */
export type Customer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  notes: string;
  rentalType: RentalType;
  dumpsterType: DumpsterType;
  deliveryDate: Day;
};

/** Two units of each size, and one of the smallest, for tests in which a customer takes the last one. */
export const FLEET = '10-Yard:1,15-Yard:2,20-Yard:2,30-Yard:2';
const PLENTIFUL: DumpsterType[] = ['15-yard', '20-yard', '30-yard'];
const DAYS_EACH = 8;

/** Creates the customers of one system. Each has its own names, and days of a size that no other test uses. */
export class Customers {
  #count = 0;
  readonly #weeks = new Map<DumpsterType, number>();

  next(size?: DumpsterType): Customer {
    const number = this.#count++;
    const dumpsterType = size ?? PLENTIFUL[number % PLENTIFUL.length] ?? '15-yard';
    const week = this.#weeks.get(dumpsterType) ?? 0;
    this.#weeks.set(dumpsterType, week + 1);
    return {
      firstName: 'Ann',
      lastName: 'Quarry',
      email: `ann.${number}@example.com`,
      phone: `(518) 555-${1000 + number}`,
      address: `${number + 1} Quarry Road`,
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      notes: 'The gate code is 4711.',
      rentalType: '7-day',
      dumpsterType,
      deliveryDate: addDays(today(), 3 + week * DAYS_EACH),
    };
  }
}

/** The business's current day. */
export function today(): Day {
  return dayAt(Date.now(), 'America/New_York');
}

export function titleOf({ rentalType }: Pick<Customer, 'rentalType'>): string {
  return firstRentalOption(rentalType).title;
}

/** The record of a customer's paid booking: one row, its days on one unit, one payment. */
export function paidBooking(customer: Customer, paymentIntent: string): BookingRecord {
  const { firstName, address, notes, rentalType, dumpsterType, deliveryDate } = customer;
  const deposit = firstDeposit(rentalType);
  return {
    firstName,
    address,
    notes,
    rentalType,
    dumpsterType,
    deliveryDate,
    depositAmount: deposit,
    status: 'pending',
    paymentStatus: 'deposit_paid',
    needsAttention: null,
    schedule: [
      { unitType: dumpsterType, startDate: deliveryDate, endDate: firstRentalEnd(rentalType, deliveryDate) },
    ],
    ledger: [{ id: paymentIntent, type: 'payment', kind: 'deposit', amount: deposit, status: 'succeeded' }],
  };
}
