import * as z from 'zod/mini';
import { ADDITION_TYPES } from '#domain/catalog/final-price.ts';
import { MAX_QUANTITY } from '#domain/catalog/quote.ts';
import { ITEM_UNITS } from '#domain/catalog/rate-card.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, LIMITS, line } from './fields.ts';
import { rowNumber } from './lists.ts';
import { quoteLine } from './prices.ts';
import { booking } from './staff-bookings.ts';

const byId = z.strictObject({ id: rowNumber });

export const priceProposal = z.object({
  proposal: z.nullable(
    z.object({
      /** `additionId`: the addition that a line bills; null for the agreed price, weights, fees and tax. */
      lines: z.array(z.extend(quoteLine, { additionId: z.nullable(z.int()) })),
      total: cents,
      /** How the weight counts; 'missing': it is billed, and there is no dump ticket yet. */
      weight: z.enum(['fees', 'missing', 'included', 'extra']),
      /** Pounds above the allowance without a price in the rate card; staff add an amount for them. */
      unpricedWeight: z.optional(z.int()),
      /** True if a rental with exchanges or dump and returns has fewer loads than dump tickets. */
      hasMoreTicketsThanLoads: z.optional(z.boolean()),
      /** The final price consists of these lines. */
      isFinalPrice: z.boolean(),
    }),
  ),
  /** What can be added, in cents each by the booking's rate card; null: the call must name an amount. */
  prices: z.object({
    extraDay: z.nullable(cents),
    exchange: z.nullable(cents),
    dumpAndReturn: z.nullable(cents),
    /** True if the weight is billed by ticket, so that no amount for it can be added. */
    isWeightBilled: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        unit: z.enum(ITEM_UNITS),
        /** Cents; for 'percent' millionths of the rental line. */
        unitPrice: z.int(),
        isTaxable: z.boolean(),
      }),
    ),
  }),
  /** A pickup after the agreed day; null when there is none. */
  keptDays: z.optional(
    z.nullable(
      z.object({
        /** The days that count, as in the line of the price; null: none. */
        label: z.nullable(z.string()),
        agreedPickupDay: day,
        /** Null: the unit is overdue. */
        collectedDay: z.nullable(day),
        /** The day for which the customer asked for the pickup; null: none is known. */
        askedDay: z.nullable(day),
        /** Days of a late pickup that do not count, because the customer had asked for an earlier one. */
        lateDays: z.int(),
        /** The rate card has no price for the days, and staff have added no amount yet. */
        isUnpriced: z.boolean(),
        /** Why staff took the days off the price; null: they count. */
        removedReason: z.nullable(z.string()),
      }),
    ),
  ),
});
export type PriceProposal = z.output<typeof priceProposal>;

const COUNT = `Enter a whole number from 1 to ${MAX_QUANTITY.toLocaleString('en-US')}`;

export const newPriceAddition = z.strictObject({
  type: z.enum(ADDITION_TYPES, 'Choose what to add'),
  /** A charge item of the booking's rate card, for the type 'item' only. */
  itemId: z._default(z.nullable(z.string()), null),
  quantity: z._default(z.int(COUNT).check(z.minimum(1, COUNT), z.maximum(MAX_QUANTITY, COUNT)), 1),
  /** Cents each; required where the rate card has no price, and refused where it has one. */
  unitAmount: z._default(
    z.nullable(
      cents.check(
        z.minimum(1, 'Enter an amount above $0.00'),
        z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
      ),
    ),
    null,
  ),
});
export type NewPriceAddition = z.output<typeof newPriceAddition>;

export const getPriceProposal = endpoint({
  name: 'getPriceProposal',
  method: 'GET',
  path: '/api/bookings/:id/price-proposal',
  access: 'office:read',
  params: byId,
  reply: priceProposal,
});

export const addPriceAddition = endpoint({
  name: 'addPriceAddition',
  method: 'POST',
  path: '/api/bookings/:id/price-additions',
  access: 'bookings:write',
  params: byId,
  body: newPriceAddition,
  reply: booking,
});

export const voidPriceAddition = endpoint({
  name: 'voidPriceAddition',
  method: 'POST',
  path: '/api/bookings/:id/price-additions/:additionId/void',
  access: 'bookings:write',
  params: z.strictObject({ id: rowNumber, additionId: rowNumber }),
  reply: booking,
});

export const keptDaysInput = z.strictObject({
  /** The day for which the customer asked for the pickup; null: the days count until the dumpster is collected. */
  askedDay: z.nullable(day),
  /** Takes the days off the price; null: they count. */
  removedReason: z.nullable(line('Enter the reason', LIMITS.address)),
});
export type KeptDaysInput = z.output<typeof keptDaysInput>;

export const changeKeptDays = endpoint({
  name: 'changeKeptDays',
  method: 'POST',
  path: '/api/bookings/:id/kept-days',
  access: 'bookings:write',
  params: byId,
  body: keptDaysInput,
  reply: booking,
});
