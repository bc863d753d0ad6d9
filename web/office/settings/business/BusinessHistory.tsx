import type { HistoryEntry } from '#contract/history.ts';
import { businessHistoryQuery } from '#web/api/business-changes.ts';
import { SettingsHistory } from '#web/office/settings/SettingsHistory.tsx';
import { LABELS } from './ProfileForm.tsx';
import { type ProfileValues, profileValueText } from './profile-values.ts';

/** The changes of the profile, the logo and the pause. */
export function BusinessHistory() {
  return (
    <SettingsHistory
      text="Changes of the profile, the logo and the pause of online booking."
      query={businessHistoryQuery}
      linesOf={linesOf}
    />
  );
}

function linesOf({ before, after }: HistoryEntry): string[] {
  return Object.keys(after ?? {}).map((field) => lineOf(field, before?.[field], after?.[field]));
}

function lineOf(field: string, before: unknown, after: unknown): string {
  if (field === 'isPaused') return after ? 'Online booking paused' : 'Online booking open again';
  if (field === 'logoHash') return logoLine(before, after);
  const label =
    field === 'text' ? 'Text while booking is paused' : (LABELS[field as keyof ProfileValues] ?? field);
  return `${label}: ${profileValueText(field, before)} → ${profileValueText(field, after)}`;
}

function logoLine(before: unknown, after: unknown): string {
  if (!after) return 'Logo removed';
  return before ? 'Logo replaced' : 'Logo added';
}
