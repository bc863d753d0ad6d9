import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import type { Row, TableName } from '#worker/test/sample-rows.ts';
import { rows, startOver } from '#worker/test/world.ts';

/** SQL, or a row of a table by its number. */
type Step = string | [table: TableName, n: number, changes?: Row];

/** What triggers refuse: the rows before, the write, and the text of the refusal. docs/rules.md finds a rule's test by it. */
type Refusal = [fact: string, before: Step[], write: Step, text: string];

const UNPAID: Step = ['bookings', 3, { paid_amount: 0 }];
const OPEN_LINK: Step[] = [UNPAID, ['pay_links', 3, { state: 'open', ended_at: null }]];
const STOP: Step[] = [
  ['driver_routes', 1],
  ['driver_routes', 2],
  ['driver_route_stops', 1],
];
const ACTION: Step[] = [...STOP, ['driver_actions', 1]];
const JOB: Step = ['jobs', 1, { id: 1 }];
const DONE_JOB: Step = ['jobs', 1, { id: 1, status: 'done' }];
const JOB_STOP = { job_id: 1, stop_type: 'exchange' };
const PAYMENT: Step[] = [
  ['transactions', 1],
  ['payment_operations', 1],
];
const OUTSIDE = { checkout_id: null, payment_day: '2026-01-01', recorded_by: 1 };
const BACK = { type: 'refund', kind: 'refund', payment_id: 'pay_1' };

const REFUSALS: Refusal[] = [
  [
    'a client that is merged into itself',
    [],
    ['client_aliases', 1, { alias_key: 'ada1@example.com' }],
    'client_is_its_own_alias',
  ],
  [
    'a merged client that moves to itself',
    [['client_aliases', 1]],
    'UPDATE client_aliases SET client_key = alias_key',
    'client_is_its_own_alias',
  ],
  [
    'a client that is merged although another is merged into it',
    [['client_aliases', 1]],
    ['client_aliases', 2, { alias_key: 'ada1@example.com' }],
    'client_alias_chain',
  ],
  [
    'a merged client that moves to another merged client',
    [
      ['client_aliases', 1],
      ['client_aliases', 2],
    ],
    "UPDATE client_aliases SET client_key = 'alias2@example.com' WHERE alias_key = 'alias1@example.com'",
    'client_alias_chain',
  ],
  [
    'another key of a merged client',
    [['client_aliases', 1]],
    "UPDATE client_aliases SET alias_key = 'x'",
    'client_alias_is_fixed',
  ],
  ['another action of a driver', ACTION, "UPDATE driver_actions SET type = 'done'", 'driver_action_kept'],
  ['an action that is deleted', ACTION, 'DELETE FROM driver_actions', 'driver_action_kept'],
  [
    'another text of a conflict',
    [...ACTION, ['driver_conflicts', 1]],
    "UPDATE driver_conflicts SET message = 'y'",
    'driver_conflict_kept',
  ],
  [
    'a second decision of a conflict',
    [...ACTION, ['driver_conflicts', 1, { decided_at: 1 }]],
    'UPDATE driver_conflicts SET decided_at = 2',
    'driver_conflict_kept',
  ],
  [
    'a conflict that is deleted',
    [...ACTION, ['driver_conflicts', 1]],
    'DELETE FROM driver_conflicts',
    'driver_conflict_kept',
  ],
  [
    'a stop for the job of another booking',
    [...STOP, JOB],
    ['driver_route_stops', 2, { route_id: 1, ...JOB_STOP }],
    'stop_job',
  ],
  [
    'a stop that comes back although its job is done',
    [
      ...STOP,
      DONE_JOB,
      ['driver_route_stops', 3, { ...JOB_STOP, route_id: 1, booking_id: 1, removed_at: 1 }],
    ],
    'UPDATE driver_route_stops SET removed_at = NULL WHERE id = 3',
    'stop_job',
  ],
  [
    'a job that staff cancelled alone, open again',
    [['jobs', 1, { id: 1, status: 'cancelled', withdrawn_at: 1 }]],
    "UPDATE jobs SET status = 'open'",
    'jobs_withdrawn',
  ],
  ['a stop on another route', STOP, 'UPDATE driver_route_stops SET route_id = 2', 'stop_facts'],
  [
    'a route that skips a version',
    STOP,
    'UPDATE driver_routes SET version = version + 2 WHERE id = 1',
    'route_version',
  ],
  ['a published size that is deleted', [], 'DELETE FROM dumpster_sizes', 'dumpster_sizes_no_delete'],
  ['a published material that is deleted', [], 'DELETE FROM materials', 'materials_no_delete'],
  ['a published period that is deleted', [], 'DELETE FROM rental_options', 'rental_options_no_delete'],
  [
    'another length of a booked period',
    [],
    "UPDATE rental_options SET days = 3 WHERE id = '1-day'",
    'rental_options_days_booked',
  ],
  [
    'a looked up place over one that staff set',
    [['geocodes', 1, { precision: 'manual' }]],
    "UPDATE geocodes SET precision = 'rooftop'",
    'geocode_manual',
  ],
  [
    'a payment link above the balance due',
    [],
    ['pay_links', 1, { state: 'open', ended_at: null }],
    'charge_above_due',
  ],
  [
    'a payment link beside a live refund',
    [UNPAID, ['payment_operations', 3, { created_by: 1 }]],
    ['pay_links', 3, { state: 'open', ended_at: null }],
    'payment_operation_live',
  ],
  ['a charge above the balance due', [], ['payment_operations', 1, { kind: 'charge' }], 'charge_above_due'],
  ['a refund beside an open payment link', OPEN_LINK, ['payment_operations', 3], 'pay_link_open'],
  [
    'a final price beside an open payment link',
    OPEN_LINK,
    'UPDATE bookings SET final_price = 1 WHERE id = 3',
    'pay_link_open',
  ],
  ['another note of a published rate card', [], "UPDATE rate_cards SET note = 'x'", 'rate_cards_no_update'],
  ['a published rate card that is deleted', [], 'DELETE FROM rate_cards', 'rate_cards_no_delete'],
  ['a refund above its payment', PAYMENT, ['refund_parts', 1, { amount: 32_501 }], 'refund_above_paid'],
  [
    'a discount above its refund',
    PAYMENT,
    ['refund_parts', 1, { discount_amount: 10_001 }],
    'discount_above_refund',
  ],
  [
    'a discount of a cancelled booking',
    [...PAYMENT, "UPDATE bookings SET status = 'cancelled'"],
    ['refund_parts', 1, { discount_amount: 1 }],
    'discount_of_cancelled',
  ],
  ['a discount of a payment', [], ['transactions', 1, { discount_amount: 1 }], 'discount_above_refund'],
  ['another discount', PAYMENT, 'UPDATE transactions SET discount_amount = 1', 'discount_stays'],
  [
    'a payment outside Stripe above the balance due',
    [],
    ['transactions', 1, { id: 'pay_1', ...OUTSIDE }],
    'payment_above_due',
  ],
  [
    'a payment outside Stripe beside an open payment link',
    OPEN_LINK,
    ['transactions', 3, { id: 'pay_1', ...OUTSIDE }],
    'pay_link_open',
  ],
  [
    'a void of a payment that was refunded',
    [
      UNPAID,
      ['transactions', 3, { id: 'pay_1', ...OUTSIDE }],
      ['transactions', 3, { id: 'rfd_1', ...OUTSIDE, ...BACK }],
    ],
    "UPDATE transactions SET status = 'canceled', voided_at = 1, voided_by = 1, void_reason = 'x' WHERE id = 'pay_1'",
    'payment_refunded',
  ],
  [
    'a publication that is deleted',
    [...STOP, ['stop_publications', 1]],
    'DELETE FROM stop_publications',
    'stop_publication_kept',
  ],
  [
    'another text of the terms',
    [['terms_versions', 1]],
    "UPDATE terms_versions SET markdown = 'x'",
    'terms_versions_no_update',
  ],
  [
    'terms that are deleted',
    [['terms_versions', 1]],
    'DELETE FROM terms_versions',
    'terms_versions_no_delete',
  ],
  [
    'another time of a location',
    [['unit_locations', 1]],
    'UPDATE unit_locations SET since = 2',
    'unit_location_kept',
  ],
  [
    'a second void of a location',
    [['unit_locations', 1, { voided_at: 1 }]],
    'UPDATE unit_locations SET voided_at = 2',
    'unit_location_kept',
  ],
  ['a location that is deleted', [['unit_locations', 1]], 'DELETE FROM unit_locations', 'unit_location_kept'],
  [
    'a system without an active super_admin',
    ["UPDATE users SET role = 'super_admin' WHERE id = 1"],
    'UPDATE users SET is_active = 0 WHERE id = 1',
    'last_super_admin',
  ],
  [
    'a ZIP code in two zones',
    [
      ['zones', 1],
      ['zones', 2],
      ['zone_zips', 1],
    ],
    ['zone_zips', 2, { from_zip: '12001', to_zip: '12005' }],
    'zone_zips_no_overlap',
  ],
  [
    'other ZIP codes in a row',
    [
      ['zones', 1],
      ['zone_zips', 1],
    ],
    "UPDATE zone_zips SET to_zip = '12009'",
    'zone_zips_no_update',
  ],
];

const take = (step: Step) => (typeof step === 'string' ? rows(step) : insertRow(...step));

beforeEach(async () => {
  await startOver();
  for (const table of ['users', 'bookings', 'dumpsters', 'checkouts'] as const) {
    await insertRow(table, 1);
    await insertRow(table, 2);
  }
});

it.each(REFUSALS)('the database refuses %s', async (...[, before, write, text]) => {
  for (const step of before) await take(step);
  await expect(take(write)).rejects.toThrow(text);
});
