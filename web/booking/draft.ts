import * as z from 'zod/mini';
import { DUMPSTER_TYPES, RENTAL_TYPES } from '#domain/rental.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/booking/entries.ts';
import { FIRST_STEP, type Flow, type Receipt, toPayment } from '#web/booking/flow.ts';
import { tabStorage } from '#web/ui/storage.ts';
import { VISIT_KEYS } from '#web/ui/visit.ts';

const { draft: DRAFT, receipt: RECEIPT } = VISIT_KEYS;

const entriesKept = z.record(z.string(), z.union([z.string(), z.boolean()]));
const draftSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('rental'), entries: entriesKept }),
  z.object({ at: z.enum(['details', 'payment']), rentalType: z.enum(RENTAL_TYPES), entries: entriesKept }),
]);

const receiptSchema = z.object({
  id: z.nullable(z.int()),
  rentalType: z.enum(RENTAL_TYPES),
  dumpsterType: z.enum(DUMPSTER_TYPES),
  deliveryDate: z.string(),
  endDate: z.string(),
  depositAmount: z.int(),
});

/** Keeps step and details over a reload of the tab: never a card, never a client secret. */
export function saveDraft(flow: Flow): void {
  if (flow.at === 'done') {
    tabStorage.remove(DRAFT);
    tabStorage.set(RECEIPT, JSON.stringify(flow.receipt));
    return;
  }
  tabStorage.remove(RECEIPT);
  if (flow.at === 'rental' && flow.entries === EMPTY_ENTRIES) {
    tabStorage.remove(DRAFT);
    return;
  }
  const { at, entries } = flow;
  const kept = flow.at === 'rental' ? { at, entries } : { at, rentalType: flow.rentalType, entries };
  tabStorage.set(DRAFT, JSON.stringify(kept));
}

/** The step that the tab was on; the first one when nothing was kept. */
export function resumeFlow(isReload: boolean): Flow {
  const draft = z.safeParse(draftSchema, readJson(DRAFT));
  if (draft.success) {
    const entries = mergeEntries(draft.data.entries);
    if (draft.data.at === 'rental') return { at: 'rental', entries };
    const { at, rentalType } = draft.data;
    return at === 'payment' ? toPayment(rentalType, entries) : { at, rentalType, entries };
  }
  const receipt = z.safeParse(receiptSchema, readJson(RECEIPT));
  if (receipt.success && isReload)
    return { at: 'done', receipt: receipt.data satisfies Receipt, payment: null };
  return FIRST_STEP;
}

/** Known fields of the right kind; anything else is as in an empty form. */
function mergeEntries(kept: Record<string, string | boolean>): Entries {
  const fields = Object.entries(EMPTY_ENTRIES).map(([name, empty]) => {
    const value = kept[name];
    return [name, typeof value === typeof empty ? value : empty];
  });
  return Object.fromEntries(fields) as Entries;
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(tabStorage.get(key) ?? 'null');
  } catch {
    return null;
  }
}
