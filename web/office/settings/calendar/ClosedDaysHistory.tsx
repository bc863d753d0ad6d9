import type { HistoryEntry } from '#contract/history.ts';
import { formatDay } from '#domain/shared/days.ts';
import { blackoutDayHistoryQuery } from '#web/api/blackout-days.ts';
import { SettingsHistory } from '#web/office/settings/SettingsHistory.tsx';

/** When days were closed and opened again. */
export function ClosedDaysHistory() {
  return (
    <SettingsHistory
      text="Days that were closed or opened again. The calendar rules above have their history in the versions of the catalog."
      query={blackoutDayHistoryQuery}
      linesOf={linesOf}
    />
  );
}

function linesOf({ before, after }: HistoryEntry): string[] {
  const day = formatDay(String(after?.day ?? before?.day));
  if (!after) return [`${day} opened again`];
  if (!before) return [`${day} closed: ${after.reason}`];
  return [`${day}, reason: ${before.reason} → ${after.reason}`];
}
