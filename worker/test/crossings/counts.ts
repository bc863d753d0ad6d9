/** What a request did before its reply. */
export type CrossingCounts = {
  all: number;
  writes: number;
  /** The longest chain: a crossing follows another one if it started after the other one ended. */
  inARow: number;
  /** Each crossing, in the order of their starts: 'DB read', 'SESSIONS write'. */
  names: string[];
};
