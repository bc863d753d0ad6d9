import * as z from 'zod/mini';
import type { PaymentRef } from '#web/api/checkout.ts';
import { findReceipt, keepReceipt, lastPaidVisit, type Receipt } from '#web/rental/kept-receipts.ts';
import { tabStorage } from '#web/ui/browser/storage.ts';
import { endVisit, VISIT_KEYS } from '#web/ui/browser/visit.ts';

const paymentSchema = z.object({ paymentIntent: z.string(), clientSecret: z.string() });

/** Keeps a payment over a reload of the tab. The end of the visit, a booking that is made, removes it. */
export function keepPayment(payment: PaymentRef): void {
  tabStorage.set(VISIT_KEYS.payment, JSON.stringify(payment));
}

function findKeptPayment(): PaymentRef | null {
  try {
    const parsed = z.safeParse(paymentSchema, JSON.parse(tabStorage.get(VISIT_KEYS.payment) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function forgetPayment(): void {
  tabStorage.remove(VISIT_KEYS.payment);
}

/**
 * What an address without a payment stands for: the receipt that this page showed before it was loaded again, else
 * a payment whose outcome is not known, else the receipt of the tab's last booking.
 */
export function findKept(): { receipt: Receipt | null; payment: PaymentRef | null } {
  const shown = findReceipt(shownVisit() ?? 0);
  const payment = shown ? null : findKeptPayment();
  return { receipt: shown ?? (payment ? null : findReceipt(lastPaidVisit())), payment };
}

/** Ends the visit, so that the next booking begins empty, and keeps its receipt for the tab. */
export function endPaidVisit(receipt: Receipt): void {
  const visit = shownVisit() ?? lastPaidVisit() + 1;
  keepReceipt(visit, receipt);
  window.history.replaceState({ visit }, '');
  endVisit();
}

function shownVisit(): number | null {
  const parsed = z.safeParse(z.object({ visit: z.int() }), window.history.state);
  return parsed.success ? parsed.data.visit : null;
}
