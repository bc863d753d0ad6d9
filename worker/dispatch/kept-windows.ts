import { type KeptWindows, MAX_KEPT_DAYS, type WindowCounts } from '#contract/kept-windows.ts';
import { addDays, type Day, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { countOutcomes } from './windows-repo.ts';

const DEFAULT_DAYS = 28;

/** How often the windows that customers were given were kept. Throws invalid for a period that is reversed or too long. */
export async function readKeptWindows(
  ctx: Context,
  query: { from?: Day | undefined; to?: Day | undefined },
): Promise<KeptWindows> {
  const to = query.to ?? ctx.today();
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) throw invalidFrom('Must not be after the last day');
  if (daysBetween(from, to) >= MAX_KEPT_DAYS) throw invalidFrom(`Must be at most ${MAX_KEPT_DAYS} days`);
  const rows = await countOutcomes(ctx.db, { from, to, nowMs: ctx.now() });
  const weeks = Map.groupBy(rows, ({ day }) => addDays(day, -((weekdayOf(day) + 6) % 7)));
  const drivers = Map.groupBy(rows, ({ driverId }) => driverId);
  const types = Map.groupBy(rows, ({ type }) => type);
  return {
    from,
    to,
    total: sumOutcomes(rows),
    byWeek: [...weeks].map(([week, some]) => ({ week, ...sumOutcomes(some) })),
    byDriver: [...drivers]
      .map(([driverId, some]) => ({ driverId, name: some[0]?.name ?? '', ...sumOutcomes(some) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    byType: [...types].map(([type, some]) => ({ type, ...sumOutcomes(some) })),
  };
}

function invalidFrom(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'from', message }] });
}

type OutcomeRow = Awaited<ReturnType<typeof countOutcomes>>[number];

function sumOutcomes(rows: readonly OutcomeRow[]): WindowCounts {
  const none = { kept: 0, early: 0, late: 0, attempted: 0, missed: 0, notRecorded: 0 };
  const counts: WindowCounts = { sent: 0, ...none, changed: 0 };
  for (const { outcome, isChanged, count } of rows) {
    counts.sent += count;
    counts[outcome] += count;
    if (isChanged) counts.changed += count;
  }
  return counts;
}
