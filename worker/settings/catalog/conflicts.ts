import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { findNames } from '#worker/base/history/repo.ts';
import { changeTimeText } from '#worker/base/history/version-conflict.ts';
import { findLastChange } from './draft-repo.ts';
import { listBookedPeriods } from './usage-repo.ts';

/** A 400 error with the fields. */
export function invalidSection(issues: Issue[]): AppError {
  return new AppError('invalid', issues[0]?.message ?? 'Some fields are not valid.', { issues });
}

/** A 409 error for a save on top of an old version: who changed the section since then, and when. */
export async function staleSectionError(ctx: Context, section: CatalogSection): Promise<AppError> {
  const last = await findLastChange(ctx.db, section);
  const names = last?.userId ? await findNames(ctx.db, last.userId) : null;
  const by = names ? ` by ${names.name}` : '';
  const when = last ? ` at ${changeTimeText(ctx, last.atMs)}` : '';
  const message = `${SECTION_LABELS[section]} changed${by}${when}. Load the section again before you save.`;
  return new AppError('stale', message, {
    body: {
      changedBy: names?.username ?? null,
      changedByName: names?.name ?? null,
      changedAt: last ? isoInstant(last.atMs) : null,
      changed: [section],
    },
  });
}

/** What a trigger or foreign key of the draft's tables refused, as an error for staff; any other error unchanged. */
export async function draftWriteError(
  ctx: Context,
  error: unknown,
  { before, after }: { before: RateCard; after: RateCard },
): Promise<unknown> {
  const message = databaseMessage(error);
  if (message.includes('rental_options_days_booked')) {
    return invalidSection(await fixedDaysIssues(ctx, before.rentalOptions, after.rentalOptions));
  }
  if (/_no_delete|FOREIGN KEY|UNIQUE|zone_zips_no_overlap/.test(message)) return draftBusyError();
  return error;
}

/** Another request changed the draft between this one's read and its write. */
export function draftBusyError(): AppError {
  return new AppError('busy', 'The catalog was changed at the same moment. Try again.', { retryAfter: 1 });
}

async function fixedDaysIssues(
  { db }: Context,
  before: RateCard['rentalOptions'],
  after: RateCard['rentalOptions'],
): Promise<Issue[]> {
  const booked = await listBookedPeriods(db);
  return after.flatMap(({ id, title, days }, index) => {
    const stored = before.find((option) => option.id === id);
    if (!stored || stored.days === days || !booked.has(id)) return [];
    const message = `${title} is booked with ${stored.days} days, so its days cannot change. Add another rental period instead.`;
    return [{ path: `${index}.days`, message }];
  });
}
