import type { Day } from '#domain/shared/days.ts';
import { rentalOptionOf } from './entries.ts';
import type { RentalPeriod } from './rate-card.ts';
import { lastRentalDay } from './rental-days.ts';
import { FIRST_RATE_CARD } from './seed.ts';

/*
 * The first rate card for demo data, measurements and tests, which work on a system that has published nothing else.
 * The product itself reads rate cards from the database.
 */

export const FIRST_RENTAL_TYPES: readonly string[] = FIRST_RATE_CARD.rentalOptions.map(({ id }) => id);
export const FIRST_DUMPSTER_TYPES: readonly string[] = FIRST_RATE_CARD.dumpsterSizes.map(({ id }) => id);

/** Throws for a rental type that the first card does not have. */
export function firstRentalOption(rentalType: string): RentalPeriod {
  return rentalOptionOf(FIRST_RATE_CARD, rentalType);
}

/** The deposit of a rental type, the same for all sizes, in cents. */
export function firstDeposit(rentalType: string): number {
  const rate = FIRST_RATE_CARD.rates.find(({ rentalOption }) => rentalOption === rentalType);
  if (!rate) throw new Error(`The first rate card has no rate for ${rentalType}`);
  return rate.deposit;
}

export function firstRentalEnd(rentalType: string, start: Day): Day {
  return lastRentalDay(firstRentalOption(rentalType), start);
}
