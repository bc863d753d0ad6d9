/** Why the office has to look at what a driver recorded. */
export const CONFLICT_KINDS = [
  'route_removed',
  'stop_removed',
  'job_cancelled',
  'already_done',
  'not_done',
  'undelivered',
  'other_unit',
  'unit_elsewhere',
  'unit_refused',
  'ticket_without_load',
  'ticket_repeated',
  'second_ticket',
  'dry_run',
  'unit_damaged',
  'truck_unsafe',
  'not_processed',
] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** A kind in the words of dispatchers. */
export const CONFLICT_LABELS: Readonly<Record<ConflictKind, string>> = {
  route_removed: 'Route was removed',
  stop_removed: 'Stop was taken off the route',
  job_cancelled: 'Job was cancelled',
  already_done: 'Completed twice',
  not_done: 'Marked done, but not completed',
  undelivered: 'Delivery not marked',
  other_unit: 'Another unit',
  unit_elsewhere: 'Unit recorded elsewhere',
  unit_refused: 'Unit does not fit the booking',
  ticket_without_load: 'Ticket without a load',
  ticket_repeated: 'Ticket recorded again',
  second_ticket: 'Second ticket for a load',
  dry_run: 'Dry run at a removed stop',
  unit_damaged: 'Unit is damaged',
  truck_unsafe: 'Truck is not safe to drive',
  not_processed: 'Not processed',
};

/** What a driver says about a unit differs from the records. Until it is settled, no e-mail names the unit. */
export const UNIT_CONFLICT_KINDS = [
  'other_unit',
  'unit_elsewhere',
  'unit_refused',
] as const satisfies ConflictKind[];
