import * as z from 'zod/mini';
import { RENTAL_TYPES } from '#domain/rental.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/booking/history/entries.ts';
import type { Receipt } from '#web/rental/stored-receipts.ts';
import { FIRST_STEP, type Flow, type FlowEvent, flowReducer, toPayment, type UnpaidFlow } from './flow.ts';

/** What the page shows. A visit is one booking from its first step to its confirmation. */
export type Screen = {
  visit: number;
  /** The latest visit of the tab, the only one that can still change. */
  newestVisit: number;
  flow: Flow;
  /** Entries of the newest visit while an older receipt is shown. */
  entries: Entries;
};

export const FIRST_SCREEN: Screen = { visit: 1, newestVisit: 1, flow: FIRST_STEP, entries: EMPTY_ENTRIES };

const stepEntry = z.object({
  visit: z.int(),
  step: z.enum(['rental', 'details', 'payment', 'done']),
  rentalType: z.nullable(z.enum(RENTAL_TYPES)),
  behind: z.int(),
});

/** The history.state of a step: enough to show it again, without personal data. */
export type StepEntry = z.output<typeof stepEntry>;

/** `behind`: how many entries of the same visit directly precede it, all of them earlier steps. */
export function entryOf({ visit, flow }: Screen, behind: number): StepEntry {
  const rentalType = flow.step === 'details' || flow.step === 'payment' ? flow.rentalType : null;
  return { visit, step: flow.step, rentalType, behind };
}

/** Returns null for entries that this page did not create, such as a link within the page. */
export function parseEntry(state: unknown): StepEntry | null {
  const parsed = z.safeParse(stepEntry, state);
  return parsed.success ? parsed.data : null;
}

export type ScreenEvent =
  | FlowEvent
  /** The browser went to another history entry. `receipt`: the receipt of the entry's visit. */
  | { type: 'traversed'; entry: StepEntry | null; entries: Entries; receipt: Receipt | null };

export function screenReducer(screen: Screen, event: ScreenEvent): Screen {
  if (event.type === 'traversed') return traverse(screen, event);
  if (event.type === 'startedOver') return startOver(screen);
  const flow = flowReducer(screen.flow, event);
  return flow === screen.flow ? screen : { ...screen, flow };
}

type Traversed = Extract<ScreenEvent, { type: 'traversed' }>;

/** Always returns a new object, so that the page compares the screen with the history entry again. */
function traverse(screen: Screen, { entry, entries, receipt }: Traversed): Screen {
  const { flow } = screen;
  if (!entry) return { ...screen };
  const isSameVisit = entry.visit === screen.visit;
  const isConfirming = flow.step === 'payment' && flow.isConfirming;
  if (receipt && (isSameVisit || !isConfirming)) {
    return { ...screen, visit: entry.visit, entries, flow: doneFlow(screen, entry, receipt) };
  }
  if (isConfirming || (isSameVisit && flow.step === 'payment' && entry.step === 'payment'))
    return { ...screen };
  const visit = screen.newestVisit;
  const shown = entry.visit === visit ? flowAt(entry, entries) : { ...FIRST_STEP, entries };
  return { ...screen, visit, flow: shown, entries };
}

/** Keeps the current confirmation, which may still wait for its booking number. */
function doneFlow(screen: Screen, { visit }: StepEntry, receipt: Receipt): Flow {
  const { flow } = screen;
  return flow.step === 'done' && screen.visit === visit ? flow : { step: 'done', receipt, payment: null };
}

/** The step of a history entry with the current details; the details form if they are invalid. */
export function flowAt({ step, rentalType }: StepEntry, entries: Entries): UnpaidFlow {
  if (!rentalType || step === 'rental' || step === 'done') return { step: 'rental', entries };
  return step === 'payment' ? toPayment(rentalType, entries) : { step: 'details', rentalType, entries };
}

/** Starts a new visit from the newest confirmation. From an older one, returns to the newest visit. */
function startOver(screen: Screen): Screen {
  if (screen.visit !== screen.newestVisit) {
    return { ...screen, visit: screen.newestVisit, flow: { step: 'rental', entries: screen.entries } };
  }
  const visit = screen.newestVisit + 1;
  return { visit, newestVisit: visit, flow: FIRST_STEP, entries: EMPTY_ENTRIES };
}
