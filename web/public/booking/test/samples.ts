// Loaded with the test file, not within a test that begins at the payment.
import '#web/public/booking/LastSteps.tsx';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { builtInCatalog } from '#web/build/built-in-catalog.ts';
import { site } from '#web/config.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';

/** The catalog of a new system: deposits only. */
export const FIRST_CATALOG: PublicCatalog = builtInCatalog(site);

/** Valid entries for tests; `changes` replaces the values that a test is about. */
export function entriesWith(changes: Partial<Entries> = {}): Entries {
  return {
    ...EMPTY_ENTRIES,
    dumpsterType: '15-yard',
    deliveryDate: '2026-12-01',
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@example.com',
    phone: '(555) 010-7788',
    address: '418 Alder Ridge Road',
    city: 'Springfield',
    state: 'NY',
    zip: '12345',
    terms: true,
    ...changes,
  };
}
