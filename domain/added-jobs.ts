import type { JobType } from './jobs.ts';

/** Jobs that staff add while the unit is on site. The unit stays with its booking, so no days change. */
export const ADDED_JOB_TYPES = ['dump_and_return', 'relocate_on_site'] as const satisfies readonly JobType[];
export type AddedJobType = (typeof ADDED_JOB_TYPES)[number];

export function isAddedJobType(type: string): type is AddedJobType {
  return (ADDED_JOB_TYPES as readonly string[]).includes(type);
}

/** The field of a booking's history with the day of a job that staff add or cancel. */
export const ADDED_JOB_FIELDS = {
  dump_and_return: 'dumpAndReturnDay',
  relocate_on_site: 'relocationDay',
} as const satisfies Record<AddedJobType, string>;
