import * as z from 'zod/mini';
import type { Agreement } from '#domain/catalog/agreement.ts';
import { QUOTE_LINE_TYPES, type Quote, type QuoteLine } from '#domain/catalog/quote.ts';
import { ITEM_APPLICATIONS, ITEM_UNITS, OVERAGE_UNITS, type OverageUnit } from '#domain/catalog/rate-card.ts';
import { errorReply } from './endpoint.ts';
import { cents } from './fields.ts';

/** A line of a price. Cents. */
export const quoteLine = z.object({
  type: z.enum(QUOTE_LINE_TYPES),
  label: z.string(),
  quantity: z.number(),
  unitAmount: cents,
  amount: cents,
  isTaxable: z.boolean(),
}) satisfies z.ZodMiniType<QuoteLine>;

/** A price. Cents; total = dueNow + dueLater. */
export const quoteReply = z.object({
  lines: z.array(quoteLine),
  total: cents,
  dueNow: cents,
  dueLater: cents,
}) satisfies z.ZodMiniType<Quote>;

const overageUnits = Object.keys(OVERAGE_UNITS) as [OverageUnit, ...OverageUnit[]];

/** A rate as customers get it. Weights in pounds. */
export const publicRate = z.object({
  rentalOption: z.string(),
  dumpsterSize: z.string(),
  material: z.string(),
  isOffered: z.boolean(),
  deposit: cents,
  price: z.nullable(cents),
  includedWeight: z.nullable(z.int()),
  overagePerTon: z.nullable(cents),
  overageUnit: z.enum(overageUnits),
  extraDay: z.nullable(cents),
  exchangePrice: z.nullable(cents),
  dumpAndReturnPrice: z.nullable(cents),
});

export const publicItem = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.enum(ITEM_UNITS),
  unitPrice: z.int(),
  applies: z.enum(ITEM_APPLICATIONS),
  isTaxable: z.boolean(),
  isActive: z.boolean(),
});

export const publicPolicy = z.object({
  cancellation: z.nullable(
    z.object({
      freeHours: z.int(),
      fee: z.union([
        z.object({ type: z.literal('cents'), amount: cents }),
        z.object({ type: z.literal('percent'), percent: z.int() }),
      ]),
    }),
  ),
  acceptedWaste: z.array(z.string()),
  prohibitedWaste: z.array(z.string()),
});

/** What a customer agreed to, by the booking's own rate card (domain/catalog/agreement.ts). */
export const agreementReply = z.object({
  quote: z.nullable(quoteReply),
  rate: z.nullable(publicRate),
  chargeItems: z.array(publicItem),
  policy: publicPolicy,
  material: z.object({
    name: z.string(),
    includes: z.string(),
    excludes: z.string(),
    fillLine: z.nullable(z.string()),
    isChosen: z.boolean(),
    isHeavy: z.boolean(),
  }),
  street: z.nullable(z.object({ permitBy: z.nullable(z.enum(['customer', 'business'])), text: z.string() })),
}) satisfies z.ZodMiniType<Agreement>;

/**
 * The body of 409 price_changed: the price now. To agree to it, the page shows it and calls again with its rateCardId
 * and quoteHash.
 */
export const priceChangedReply = z.extend(errorReply, {
  ...quoteReply.shape,
  rateCardId: z.int(),
  quoteHash: z.string(),
  /** The rate of the price, so that it is never shown with the weights and amounts of another one. */
  rate: publicRate,
});
