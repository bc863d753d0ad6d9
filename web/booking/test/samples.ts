import { EMPTY_ENTRIES, type Entries } from '#web/booking/history/entries.ts';

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
