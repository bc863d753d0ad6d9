import type { JobType } from './jobs.ts';

/** Jobs that staff add while the unit is on site. The unit stays with its booking, so no days change. */
export const ADDED_JOB_TYPES = ['dump_and_return', 'relocate_on_site'] as const satisfies readonly JobType[];
export type AddedJobType = (typeof ADDED_JOB_TYPES)[number];

export function isAddedJobType(type: string): type is AddedJobType {
  return (ADDED_JOB_TYPES as readonly string[]).includes(type);
}

/** Jobs that staff can remove from a booking: those that they add to it. */
const REMOVABLE_JOB_TYPES = ['exchange', ...ADDED_JOB_TYPES] as const satisfies readonly JobType[];
export type RemovableJobType = (typeof REMOVABLE_JOB_TYPES)[number];

export function isRemovableJobType(type: string): type is RemovableJobType {
  return (REMOVABLE_JOB_TYPES as readonly string[]).includes(type);
}

/** What becomes of the charge of a job that staff remove: it leaves the price, or stays as a cancellation fee. */
export const CHARGE_OUTCOMES = ['take_off', 'keep'] as const;

/** The field of a booking's history with the day of a job that staff add or cancel. */
export const REMOVABLE_JOB_FIELDS = {
  exchange: 'exchangeDay',
  dump_and_return: 'dumpAndReturnDay',
  relocate_on_site: 'relocationDay',
} as const satisfies Record<RemovableJobType, string>;
