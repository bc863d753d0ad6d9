import * as z from 'zod/mini';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { endVisit, VISIT_KEYS } from '#web/kit/ui/browser/visit.ts';
import { reconcileStep } from '#web/public/booking/catalog/reconcile.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { findReceipt, lastPaidVisit, saveReceipt } from '#web/public/rental/stored-receipts.ts';
import { FIRST_STEP, type UnpaidFlow } from './flow.ts';
import { flowAt, type Screen, type StepEntry } from './visits.ts';

const DRAFT = VISIT_KEYS.draft;

const draftSchema = z.object({
  step: z.enum(['rental', 'details', 'payment']),
  rentalType: z.optional(z.string()),
  entries: z.record(z.string(), z.unknown()),
});

/** Stores the screen for a reload of the tab. Stores no card data and no client secret. */
export function saveScreen({ flow, visit, newestVisit }: Screen): void {
  if (flow.step !== 'done') {
    saveDraft(flow);
    return;
  }
  saveReceipt(visit, flow.receipt);
  if (visit === newestVisit) endVisit();
}

/** Stores step and details of the newest visit. */
export function saveDraft(flow: UnpaidFlow): void {
  if (flow.step === 'rental' && flow.entries === EMPTY_ENTRIES) {
    tabStorage.remove(DRAFT);
    return;
  }
  const { step, entries } = flow;
  const stored = flow.step === 'rental' ? { step, entries } : { step, rentalType: flow.rentalType, entries };
  tabStorage.set(DRAFT, JSON.stringify(stored));
}

/**
 * Returns the screen of a newly loaded page: that of its history entry, else the tab's last step. After a reload, or
 * after Back or Forward, the last receipt.
 */
export function resumeScreen(catalog: PublicCatalog, entry: StepEntry | null, isReturn: boolean): Screen {
  const lastPaid = lastPaidVisit();
  const newestVisit = lastPaid + 1;
  const draft = readDraft(catalog);
  const entries = draft?.entries ?? EMPTY_ENTRIES;
  const done = (visit: number): Screen | null => {
    const receipt = findReceipt(visit);
    return (
      receipt && { catalog, visit, newestVisit, flow: { step: 'done', receipt, payment: null }, entries }
    );
  };
  const own = entry && done(entry.visit);
  if (own) return own;
  const screen = { catalog, visit: newestVisit, newestVisit, entries };
  if (draft)
    return { ...screen, flow: entry?.visit === newestVisit ? flowAt(catalog, entry, entries) : draft };
  const isKnown = entry?.visit === newestVisit;
  return (isReturn && !isKnown && done(lastPaid)) || { ...screen, flow: FIRST_STEP };
}

function readDraft(catalog: PublicCatalog): UnpaidFlow | null {
  const draft = z.safeParse(draftSchema, readJson(DRAFT));
  if (!draft.success) return null;
  const { step, rentalType } = draft.data;
  const entries = mergeEntries(draft.data.entries);
  if (step === 'rental') return { step, entries };
  return rentalType === undefined ? null : reconcileStep(catalog, { step, rentalType, entries });
}

/** Takes known fields of the right type from storage and empty values for the rest. */
function mergeEntries(stored: Record<string, unknown>): Entries {
  const fields = Object.entries(EMPTY_ENTRIES).map(([name, empty]) => {
    const value = stored[name];
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
