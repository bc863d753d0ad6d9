import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { BoardJob } from '#contract/dispatch.ts';
import { customerFullName } from '#web/kit/ui/names.ts';

export type JobFilters = { type: string; size: string; zone: string; q: string };
export const NO_FILTERS: JobFilters = { type: '', size: '', zone: '', q: '' };
const KEYS = Object.keys(NO_FILTERS) as (keyof JobFilters)[];

/** The filters of the open jobs, kept in the address: a reload and another day have them, too. */
export function useJobFilters() {
  const [params, setParams] = useSearchParams();
  // The address follows later than a field may: the router updates it in a transition.
  const [filters, show] = useState(
    () => Object.fromEntries(KEYS.map((key) => [key, params.get(key) ?? ''])) as JobFilters,
  );
  const setFilters = (next: JobFilters) => {
    show(next);
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const key of KEYS) {
          if (next[key] === '') changed.delete(key);
          else changed.set(key, next[key]);
        }
        return changed;
      },
      { replace: true },
    );
  };
  return { filters, setFilters, isFiltered: KEYS.some((key) => filters[key] !== '') };
}

export const matchesJob =
  ({ type, size, zone, q }: JobFilters) =>
  (job: BoardJob): boolean =>
    (type === '' || job.type === type) &&
    (size === '' || job.dumpsterType === size) &&
    (zone === '' || (job.zone ?? 'none') === zone) &&
    hasWords(job, q);

/** Whether every word of the search is part of the job: names, address, phone, unit, '#' and the number of the booking. */
function hasWords(job: BoardJob, q: string): boolean {
  const text = [
    customerFullName(job),
    job.company,
    job.address,
    job.city,
    job.zip,
    job.phone,
    job.phone.replace(/\D/g, ''),
    job.unit?.number,
    `#${job.bookingId}`,
  ]
    .join(' ')
    .toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
