import * as z from 'zod/mini';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { customerOf, EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import type { Receipt } from '#web/public/rental/stored-receipts.ts';
import { reconcileStep } from './catalog/reconcile.ts';
import type { DeepLink } from './extras/deep-link.ts';
import { FIRST_STEP, type Flow, type FlowEvent, flowReducer, type UnpaidFlow } from './flow.ts';
import type { NewPrice } from './payment/checkout-failure.ts';

/** What the page shows. A visit is one booking from its first step to its confirmation. */
export type Screen = {
  /** The version that prices and names on the page come from. */
  catalog: PublicCatalog;
  visit: number;
  /** The latest visit of the tab, the only one that can still change. */
  newestVisit: number;
  flow: Flow;
  /** Entries of the newest visit while an older receipt is shown. */
  entries: Entries;
  /** Who booked last in this document, and where: the start of another booking. */
  lastCustomer?: Entries;
};

/** The screen of a visitor without a booking in this tab. */
export function firstScreen(catalog: PublicCatalog): Screen {
  return { catalog, visit: 1, newestVisit: 1, flow: FIRST_STEP, entries: EMPTY_ENTRIES };
}

const stepEntry = z.object({
  visit: z.int(),
  step: z.enum(['rental', 'details', 'payment', 'done']),
  rentalType: z.nullable(z.string()),
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

/** The screen with what a link chooses. A confirmation, and a payment, are not changed. */
export function openLink(screen: Screen, link: DeepLink | null): Screen {
  const { flow, catalog } = screen;
  if (!link || flow.step === 'payment' || flow.step === 'done') return screen;
  const entries = { ...flow.entries, ...link.entries };
  const rentalType = link.rentalType ?? (flow.step === 'details' ? flow.rentalType : null);
  const next = rentalType
    ? reconcileStep(catalog, { step: 'details', rentalType, entries })
    : { step: 'rental' as const, entries };
  return { ...screen, flow: next, entries };
}

export type ScreenEvent =
  | FlowEvent
  /** The server has another catalog. What it no longer offers is cleared. */
  | { type: 'catalogLoaded'; catalog: PublicCatalog }
  /** The customer agreed to a price that the server sent. `catalog`: null if it could not be loaded. */
  | { type: 'priceAccepted'; price: NewPrice; catalog: PublicCatalog | null }
  /** The link 'Same as last time' fills the form. */
  | { type: 'repeated'; link: DeepLink }
  /** The customer does not want what the link filled in. */
  | { type: 'startedEmpty' }
  /** The browser went to another history entry. `receipt`: the receipt of the entry's visit. */
  | { type: 'traversed'; entry: StepEntry | null; entries: Entries; receipt: Receipt | null };

export function screenReducer(screen: Screen, event: ScreenEvent): Screen {
  if (event.type === 'traversed') return traverse(screen, event);
  if (event.type === 'startedOver') return startOver(screen);
  if (event.type === 'repeated') return openLink(screen, event.link);
  if (event.type === 'startedEmpty') return { ...screen, flow: FIRST_STEP, entries: EMPTY_ENTRIES };
  if (event.type === 'catalogLoaded') return withCatalog(screen, event.catalog);
  if (event.type === 'priceAccepted') return acceptPrice(screen, event);
  const flow = flowReducer(screen.catalog, screen.flow, event);
  if (flow === screen.flow) return screen;
  if (screen.flow.step === 'payment' && flow.step === 'done') {
    return { ...screen, flow, lastCustomer: customerOf(screen.flow.entries) };
  }
  const termsVersion = event.type === 'detailsRefused' && event.termsVersion;
  return { ...screen, flow, ...(termsVersion && { catalog: { ...screen.catalog, termsVersion } }) };
}

/**
 * A payment that is being confirmed, and a confirmation, keep what they show. The terms stay those that the customer could
 * read so far: the server asks again when they are too old.
 */
function withCatalog(screen: Screen, loaded: PublicCatalog): Screen {
  const { flow } = screen;
  const catalog = { ...loaded, termsVersion: screen.catalog.termsVersion };
  const isFixed = flow.step === 'done' || (flow.step === 'payment' && flow.isConfirming);
  return { ...screen, catalog, flow: isFixed ? flow : reconcileStep(catalog, flow) };
}

type PriceAccepted = Extract<ScreenEvent, { type: 'priceAccepted' }>;

/** The payment opens again with exactly the price that the customer has seen. */
function acceptPrice(screen: Screen, { price, catalog }: PriceAccepted): Screen {
  const next = withCatalog(screen, catalog ?? screen.catalog);
  if (next.flow.step !== 'payment') return next;
  const { booking } = next.flow;
  const accepted = { ...booking, depositAmount: price.quote.dueNow, price };
  return { ...next, flow: { ...next.flow, booking: accepted } };
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
  const shown = entry.visit === visit ? flowAt(screen.catalog, entry, entries) : { ...FIRST_STEP, entries };
  return { ...screen, visit, flow: shown, entries };
}

/** Keeps the current confirmation, which may still wait for its booking number. */
function doneFlow(screen: Screen, { visit }: StepEntry, receipt: Receipt): Flow {
  const { flow } = screen;
  return flow.step === 'done' && screen.visit === visit ? flow : { step: 'done', receipt, payment: null };
}

/** The step of a history entry with the current details; the details form if they are invalid. */
export function flowAt(
  catalog: PublicCatalog,
  { step, rentalType }: StepEntry,
  entries: Entries,
): UnpaidFlow {
  if (!rentalType || step === 'rental' || step === 'done') return { step: 'rental', entries };
  return reconcileStep(catalog, { step, rentalType, entries });
}

/** Starts a new visit from the newest confirmation. From an older one, returns to the newest visit. */
function startOver(screen: Screen): Screen {
  if (screen.visit !== screen.newestVisit) {
    return { ...screen, visit: screen.newestVisit, flow: { step: 'rental', entries: screen.entries } };
  }
  const visit = screen.newestVisit + 1;
  const { lastCustomer: entries = EMPTY_ENTRIES } = screen;
  return { ...screen, visit, newestVisit: visit, flow: { ...FIRST_STEP, entries }, entries };
}
