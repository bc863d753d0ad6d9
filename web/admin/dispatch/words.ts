import type { BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { STOP_LABELS, type StopType } from '#domain/dispatch/stops.ts';
import { customerFullName } from '#web/ui/names.ts';

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
