import * as z from 'zod/mini';
import { type BookingSummary, bookingContact, bookingSummary } from '#contract/bookings.ts';
import type { getBookingStatus } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { agreementReply } from '#contract/prices.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { VISIT_KEYS } from '#web/kit/ui/browser/visit.ts';

const receipt = z.extend(z.omit(bookingSummary, { id: true, status: true }), {
  id: z.nullable(z.int()),
  contact: z.nullable(bookingContact),
  /** How many dumpsters, and the numbers of their bookings once they exist. Absent for one. */
  quantity: z.optional(z.int()),
  orderNumbers: z.optional(z.array(z.int())),
  /** True if a dumpster is assigned for the days. */
  hasUnit: z.boolean(),
  /** Null in a receipt that an earlier version of the app stored in this browser. */
  agreement: z.catch(z.nullable(agreementReply), null),
});

/** A paid booking. Its id is null until the server has created the booking. */
export type Receipt = z.output<typeof receipt>;

/** Builds a receipt from the server's reply. */
export function makeReceipt(
  booking: BookingSummary,
  {
    contact,
    hasUnit,
    agreement,
    orderNumbers,
  }: Pick<ReplyOf<typeof getBookingStatus>, 'contact' | 'hasUnit' | 'agreement' | 'orderNumbers'>,
): Receipt {
  return {
    ...booking,
    contact: contact ?? null,
    hasUnit: hasUnit ?? true,
    agreement: agreement ?? null,
    ...(orderNumbers && { orderNumbers, quantity: orderNumbers.length }),
  };
}

/** One visit is one booking, from its first step to its confirmation. A tab numbers its visits from 1. */
const receiptsSchema = z.record(z.string(), receipt);

/** Reads the receipts of this tab, by visit number. */
function readReceipts(): Record<string, Receipt> {
  try {
    const parsed = z.safeParse(receiptsSchema, JSON.parse(tabStorage.get(VISIT_KEYS.receipt) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

export function findReceipt(visit: number): Receipt | null {
  return readReceipts()[visit] ?? null;
}

/** Returns the number of the last paid visit; 0 if there is none. */
export function lastPaidVisit(): number {
  return Math.max(0, ...Object.keys(readReceipts()).map(Number));
}

/** Stores a receipt until the tab is closed. */
export function saveReceipt(visit: number, paid: Receipt): void {
  tabStorage.set(VISIT_KEYS.receipt, JSON.stringify({ ...readReceipts(), [visit]: z.parse(receipt, paid) }));
}
