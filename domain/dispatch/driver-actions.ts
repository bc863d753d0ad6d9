/** What a driver records on the phone. */
export const ACTION_TYPES = [
  'on_my_way',
  'arrived',
  'unit',
  'ticket',
  'signature',
  'done',
  'attempted',
  'damaged',
  'inspection',
  'message',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** The most actions that one call takes. */
export const MAX_ACTIONS = 50;

/** An action on screens of drivers and staff. */
export const ACTION_LABELS: Readonly<Record<ActionType, string>> = {
  on_my_way: 'On my way',
  arrived: 'Arrived',
  unit: 'Unit',
  ticket: 'Dump ticket',
  signature: 'Signature',
  done: 'Done',
  attempted: 'Unable to complete',
  damaged: 'Unit is damaged',
  inspection: 'Truck inspection',
  message: 'Message to the office',
};

export const ACTION_RESULTS = ['applied', 'already_applied', 'refused'] as const;

/**
 * Why an action was refused. 'missing_items': record them, then send the same action again. 'unit': record another unit.
 * 'invalid' and 'not_published' cannot succeed later; 'over': the stop has ended another way.
 */
export const REFUSAL_CODES = ['invalid', 'not_published', 'missing_items', 'unit', 'over'] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Why a stop could not be completed. */
export const ATTEMPT_REASONS = [
  'not_home',
  'blocked',
  'not_ready',
  'overloaded',
  'unsafe',
  'unit_damaged',
  'unit_missing',
  'unit_wrong',
  'other',
] as const;
export type AttemptReason = (typeof ATTEMPT_REASONS)[number];

/** A reason in the words of drivers and staff. */
export const ATTEMPT_REASON_LABELS: Readonly<Record<AttemptReason, string>> = {
  not_home: 'No one there',
  blocked: 'Access blocked',
  not_ready: 'Site not ready',
  overloaded: 'Overloaded or forbidden waste',
  unsafe: 'Place is not safe',
  unit_damaged: 'Unit is damaged',
  unit_missing: 'Unit is not there',
  unit_wrong: 'Wrong unit is there',
  other: 'Other reason',
};

/** The unit that stays at the customer, or the one that is taken away. */
export const UNIT_DIRECTIONS = ['brought', 'collected'] as const;
export type UnitDirection = (typeof UNIT_DIRECTIONS)[number];
