import type { CrossingCounts } from '#worker/test/crossings/counts.ts';

/** A request with this header is counted, and each of its crossings takes so many milliseconds longer. */
export const DELAY_HEADER = 'Bench-Crossing-Ms';
/** The counts of the reply as JSON. */
export const COUNTS_HEADER = 'Bench-Crossings';

export type Counted = CrossingCounts & { ms: number };
