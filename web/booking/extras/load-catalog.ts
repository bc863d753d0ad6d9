import * as z from 'zod/mini';
import { priceChangedReply } from '#contract/prices.ts';
import { getCatalog, type PublicCatalog } from '#contract/public-catalog.ts';
import { call } from '#web/api/call.ts';
import type { NewPrice } from '#web/booking/payment/checkout-failure.ts';

/** Loads the published catalog, bypassing the browser's cache. Loaded on demand: documents contain the catalog. */
export function loadCatalog(): Promise<PublicCatalog> {
  return call(getCatalog, { cache: 'reload' });
}

/** The price in the body of 409 price_changed. Throws when the body has another shape. */
export function newPriceOf(body: unknown): NewPrice {
  const { rateCardId, quoteHash, rate, lines, total, dueNow, dueLater } = z.parse(priceChangedReply, body);
  return { rateCardId, hash: quoteHash, rate, quote: { lines, total, dueNow, dueLater } };
}
