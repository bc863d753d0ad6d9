import { HALF_DAY_TIME, windowText } from '#domain/jobs/time-windows.ts';

const [NOON_TEXT = ''] = windowText(`${HALF_DAY_TIME}-${HALF_DAY_TIME}`)?.split(' to ') ?? [];

/** The windows without times, for a select. */
export const HALF_DAY_OPTIONS = [
  { value: 'any', label: 'Any time' },
  { value: 'morning', label: `Morning, until ${NOON_TEXT}` },
  { value: 'afternoon', label: `Afternoon, from ${NOON_TEXT}` },
] as const;
