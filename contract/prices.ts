import * as z from 'zod/mini';
import { QUOTE_LINE_TYPES, type Quote, type QuoteLine } from '#domain/catalog/quote.ts';
import { OVERAGE_UNITS, type OverageUnit } from '#domain/catalog/rate-card.ts';
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
});

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
