import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { isOutside } from '#domain/dispatch/arrival-windows.ts';
import { STOP_LABELS, type StopType } from '#domain/dispatch/stops.ts';
import { customerFullName } from '#web/kit/ui/names.ts';

/** Signs of stops, beside their names. */
export const STOP_SIGNS: Readonly<Record<StopType, string>> = {
  delivery: '↓',
  exchange: '⇄',
  dump_and_return: '↻',
  relocation: '→',
  relocate_on_site: '→',
  live_load: '⇅',
  final_pickup: '↑',
  disposal: '▼',
  yard: '⌂',
  break: '‖',
};

/** Whether a driver arrives within a window; one who comes early waits for the hours that were booked. */
export function isWithin(
  { arrival, waitingMinutes }: Pick<BoardStop, 'arrival' | 'waitingMinutes'>,
  { from, to }: { from: string; to: string },
): boolean {
  // Empty while the time is computed.
  if (arrival === '') return true;
  const arrivalMs = Date.parse(arrival) + waitingMinutes * 60_000;
  return !isOutside(arrivalMs, { fromMs: Date.parse(from), toMs: Date.parse(to) });
}

/** The jobs of a board, with and without a route. */
export const jobsById = ({ jobs, nextJobs, routes }: Board) =>
  new Map(
    [...jobs, ...nextJobs, ...routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job ?? []))].map(
      (job) => [job.id, job],
    ),
  );

/** 'Lee, Truck 1'. */
export function routeName({ driver, truck }: Pick<BoardRoute, 'driver' | 'truck'>): string {
  return truck ? `${driver.name}, ${truck.name}` : driver.name;
}

export function jobName(job: BoardJob): string {
  return `${STOP_LABELS[job.type]} for ${customerFullName(job)}`;
}

export function stopTitle({ type, job, site }: Pick<BoardStop, 'type' | 'job' | 'site'>): string {
  if (job) return jobName(job);
  return site?.name ?? STOP_LABELS[type];
}
