import type { JobType } from '#domain/jobs/jobs.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';

type Move = {
  type: JobType;
  dueDay: Day;
  /** The last rental day of the booking. */
  endDate: Day;
  isOverdue: boolean;
  isDone: boolean;
};

/** Why a truck move is late: 'Overdue', and 'Overdue, due Nov 20'. Null for one that is done, in time or to come. */
export function describeLateness(move: Move, today: Day): { word: string; text: string } | null {
  const { type, dueDay, endDate, isOverdue, isDone } = move;
  if (isDone || dueDay > today) return null;
  const isPickup = type === 'final_pickup';
  if (isPickup && isOverdue) return { word: 'Overdue', text: `Overdue, due ${shortDay(dueDay, today)}` };
  if (dueDay < today) return { word: 'Late', text: `Late, due ${shortDay(dueDay, today)}` };
  return isPickup && endDate < today ? { word: 'Ended', text: `Ended ${shortDay(endDate, today)}` } : null;
}

/** 'Oct 24', with the year if it is not that of today. */
function shortDay(day: Day, today: Day): string {
  const year = today.slice(0, 4);
  return day.startsWith(year) ? formatDay(day).replace(`, ${year}`, '') : formatDay(day);
}
