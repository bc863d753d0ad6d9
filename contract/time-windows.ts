import * as z from 'zod/mini';
import { isLongEnough, MIN_WINDOW_MINUTES, TIME_WINDOW } from '#domain/jobs/time-windows.ts';

const WINDOW_WORDS = "Must be 'any', 'morning', 'afternoon', or times such as '08:00-10:30'";

/** The time of day of a job. */
export const timeWindow = z
  .string(WINDOW_WORDS)
  .check(
    z.regex(TIME_WINDOW, { error: WINDOW_WORDS, abort: true }),
    z.refine(isLongEnough, `Must end at least ${MIN_WINDOW_MINUTES} minutes after it begins`),
  );
