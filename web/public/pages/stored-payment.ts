import * as z from 'zod/mini';
import type { PaymentRef } from '#web/api/checkout.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { endVisit, VISIT_KEYS } from '#web/kit/ui/browser/visit.ts';
import { findReceipt, lastPaidVisit, type Receipt, saveReceipt } from '#web/public/rental/stored-receipts.ts';

const paymentSchema = z.object({ paymentIntent: z.string(), clientSecret: z.string() });

/** Stores a payment for a reload of the tab. `endVisit` removes it once the booking exists. */
export function savePayment(payment: PaymentRef): void {
  tabStorage.set(VISIT_KEYS.payment, JSON.stringify(payment));
}

function findStoredPayment(): PaymentRef | null {
  try {
    const parsed = z.safeParse(paymentSchema, JSON.parse(tabStorage.get(VISIT_KEYS.payment) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function removePayment(): void {
  tabStorage.remove(VISIT_KEYS.payment);
}

/**
 * Finds what to show for a URL without a payment: the receipt that this page showed before a reload, else a payment
 * with an unknown outcome, else the receipt of the tab's last booking.
 */
export function findStored(): { receipt: Receipt | null; payment: PaymentRef | null } {
  const shown = findReceipt(visitOfEntry() ?? 0);
  const payment = shown ? null : findStoredPayment();
  return { receipt: shown ?? (payment ? null : findReceipt(lastPaidVisit())), payment };
}

/** Ends the visit, so that the next booking starts empty, and stores its receipt for the tab. */
export function endPaidVisit(receipt: Receipt): void {
  const visit = visitOfEntry() ?? lastPaidVisit() + 1;
  saveReceipt(visit, receipt);
  window.history.replaceState({ visit }, '');
  endVisit();
}

function visitOfEntry(): number | null {
  const parsed = z.safeParse(z.object({ visit: z.int() }), window.history.state);
  return parsed.success ? parsed.data.visit : null;
}
