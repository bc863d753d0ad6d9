/**
 * The order of a route for a new order of its jobs: the jobs as listed, and every other stop after the job that it
 * followed (`null`: before all jobs). A stop whose job is no longer on the route follows the job before that one.
 */
export function orderByJobs<Stop extends { jobId: number | null }>(
  stops: readonly Stop[],
  jobIds: readonly number[],
): (Stop | { jobId: number })[] {
  const listed = new Set(jobIds);
  const byJob = new Map(stops.flatMap((stop) => (stop.jobId === null ? [] : [[stop.jobId, stop] as const])));
  const followers = new Map<number | null, Stop[]>();
  let last: number | null = null;
  for (const stop of stops) {
    if (stop.jobId === null) followers.set(last, [...(followers.get(last) ?? []), stop]);
    else if (listed.has(stop.jobId)) last = stop.jobId;
  }
  const ofJobs = jobIds.flatMap((jobId) => [byJob.get(jobId) ?? { jobId }, ...(followers.get(jobId) ?? [])]);
  return [...(followers.get(null) ?? []), ...ofJobs];
}

/**
 * The stops that moved: those outside of the longest part of `after` that has the order of `before`. A
 * stop that is new in `after` is always among them.
 */
export function movedStops<K>(before: readonly K[], after: readonly K[]): Set<K> {
  const positions = new Map(before.map((key, index) => [key, index]));
  /** For each stop of `after`: the length of the longest kept part that ends with it, and the stop before it there. */
  const parts: { length: number; previous: number }[] = [];
  let end = -1;
  for (const [index, key] of after.entries()) {
    const position = positions.get(key);
    let part = { length: position === undefined ? 0 : 1, previous: -1 };
    for (let earlier = 0; position !== undefined && earlier < index; earlier += 1) {
      const earlierPosition = positions.get(after[earlier] as K);
      const length = (parts[earlier]?.length ?? 0) + 1;
      if (earlierPosition !== undefined && earlierPosition < position && length > part.length)
        part = { length, previous: earlier };
    }
    parts.push(part);
    if (part.length > (parts[end]?.length ?? 0)) end = index;
  }
  const moved = new Set(after);
  for (let index = end; index >= 0; index = parts[index]?.previous ?? -1) moved.delete(after[index] as K);
  return moved;
}
