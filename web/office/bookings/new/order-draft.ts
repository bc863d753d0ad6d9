import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { USER_VALUES } from '#web/kit/ui/browser/user-values.ts';
import { EMPTY_ORDER, type OrderCustomer, type OrderValues, type orderBody } from './order-values.ts';

/** The unsaved order of this tab. */
export function readOrderDraft(): OrderValues | null {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(USER_VALUES.orderDraft) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const kept = Object.entries(EMPTY_ORDER).map(([name, empty]) => {
      const value = (stored as Record<string, unknown>)[name];
      return [name, typeof value === typeof empty ? value : empty];
    });
    return Object.fromEntries(kept) as OrderValues;
  } catch {
    return null;
  }
}

/** Null: the order is booked or given up, and its call is forgotten, too. */
export function saveOrderDraft(values: OrderValues | null): void {
  if (values) tabStorage.set(USER_VALUES.orderDraft, JSON.stringify(values));
  else {
    tabStorage.remove(USER_VALUES.orderDraft);
    saveOrderAttempt(null);
  }
}

/** A call that has no answer yet. `fingerprint`: of the values and the price. */
export type OrderAttempt = {
  fingerprint: string;
  idempotencyKey: string;
  body: ReturnType<typeof orderBody>;
};

/** The call of this order that was sent without an answer, also before a reload. Null: it is a new one. */
export function findOrderAttempt(fingerprint: string): OrderAttempt | null {
  const stored = tabStorage.get(USER_VALUES.orderAttempt);
  // Only saveOrderAttempt writes it.
  const attempt = stored === null ? null : (JSON.parse(stored) as OrderAttempt);
  return attempt?.fingerprint === fingerprint ? attempt : null;
}

export function saveOrderAttempt(attempt: OrderAttempt | null): void {
  if (attempt) tabStorage.set(USER_VALUES.orderAttempt, JSON.stringify(attempt));
  else tabStorage.remove(USER_VALUES.orderAttempt);
}

/** What staff type. The rest of an order has proposed values. */
const TYPED = [
  ...(['firstName', 'lastName', 'email', 'phone', 'secondPhone', 'company', 'poNumber'] as const),
  ...(['address', 'city', 'zip', 'placement', 'notes', 'internalNotes', 'reference'] as const),
];

/** Whether something would be lost without the order. */
export function isStarted(values: OrderValues): boolean {
  return TYPED.some((name) => values[name].trim() !== '');
}

/**
 * The order that a new page begins with. `asked`: the customer of 'Book again' while the unfinished order of another one
 * is in the way.
 */
export function firstOrder(
  draft: OrderValues | null,
  customer: Partial<OrderCustomer> | undefined,
): { values: OrderValues; asked: Partial<OrderCustomer> | null } {
  if (!customer) return { values: draft ?? EMPTY_ORDER, asked: null };
  if (!draft || !isStarted(draft)) return { values: { ...EMPTY_ORDER, ...customer }, asked: null };
  const isSame = Object.entries(customer).every(
    ([name, value]) => draft[name as keyof OrderCustomer] === value,
  );
  return { values: draft, asked: isSame ? null : customer };
}
