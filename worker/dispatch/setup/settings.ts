import type { DispatchSettings, DispatchSettingsChanges } from '#contract/dispatch-settings.ts';
import { DEFAULT_INSPECTION_ITEMS } from '#domain/dispatch/inspections.ts';
import {
  DEFAULT_REQUIRED_ITEMS,
  DEFAULT_STOP_MINUTES,
  type RequiredItem,
  type StopType,
} from '#domain/dispatch/stops.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { changeRow } from '#worker/base/history/change-row.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { areSettingsAt, type DispatchSettingsRow, readSettings, updateSettings } from './repo.ts';

/** How routes are planned, with a value for every type of stop, and the version. */
export async function getSettings(ctx: Context): Promise<DispatchSettings & { version: number }> {
  return withDefaults(await readSettings(ctx.db));
}

/** Throws stale for an old version, and invalid when the day would end before it starts. */
export async function changeSettings(
  ctx: Context,
  actor: Actor,
  { changes, version }: { changes: DispatchSettingsChanges; version: number | null },
): Promise<DispatchSettings & { version: number }> {
  const { row } = await changeRow<DispatchSettings & { version: number }>(ctx, actor, {
    subject: { subject: 'dispatch_settings', subjectId: 1 },
    version,
    read: () => getSettings(ctx),
    isAt: areSettingsAt,
    changesOf: (read) => {
      const stopMinutes = changes.stopMinutes && merged(read.stopMinutes, changes.stopMinutes);
      const requiredItems = changes.requiredItems && merged(read.requiredItems, changes.requiredItems);
      assertDay({ ...read, ...given(changes) });
      return { ...changes, stopMinutes, requiredItems };
    },
    update: (values) => updateSettings(ctx.db, values),
  });
  return row;
}

function assertDay({ dayStart, dayEnd }: { dayStart: string; dayEnd: string }): void {
  if (dayStart < dayEnd) return;
  const message = 'Must be after the start of the day';
  throw new AppError('invalid', message, { issues: [{ path: 'dayEnd', message }] });
}

function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function merged<T extends object>(stored: T, changes: { [K in keyof T]?: T[K] | undefined }): T {
  return { ...stored, ...given(changes) };
}

function withDefaults({ stopMinutes, requiredItems, ...row }: DispatchSettingsRow) {
  const { dayStart, dayEnd, photoRetentionDays, newTextNumbers, hasInspections, version } = row;
  const items: Record<StopType, readonly RequiredItem[]> = { ...DEFAULT_REQUIRED_ITEMS, ...requiredItems };
  return {
    stopMinutes: { ...DEFAULT_STOP_MINUTES, ...stopMinutes },
    requiredItems: items as Record<StopType, RequiredItem[]>,
    dayStart,
    dayEnd,
    photoRetentionDays,
    newTextNumbers,
    hasInspections,
    inspectionItems: row.inspectionItems ?? [...DEFAULT_INSPECTION_ITEMS],
    version,
  };
}
