import type { DISPATCH_HISTORY_KINDS } from '#contract/dispatch-settings.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { dispatchHistoryQuery } from '#web/api/dispatch-setup.ts';
import { SettingsHistory } from '#web/office/settings/SettingsHistory.tsx';

type Props = {
  kind: (typeof DISPATCH_HISTORY_KINDS)[number];
  text: string;
  labels: Readonly<Record<string, string>>;
  valueText: (field: string, value: unknown) => string;
};

/** Who changed trucks, sites or the settings, when and how. */
export function SetupHistory({ kind, text, labels, valueText }: Props) {
  const linesOf = ({ action, before, after }: HistoryEntry): string[] => {
    const name = String((after ?? before)?.name ?? '');
    if (action === 'created') return [`${name} added`];
    if (action === 'deleted') return [`${name} deleted`];
    return Object.keys(after ?? {}).map((field) => {
      const [from, to] = [before, after].map((values) => valueText(field, values?.[field]));
      return `${labels[field] ?? field}: ${from} → ${to}`;
    });
  };
  return <SettingsHistory text={text} query={dispatchHistoryQuery(kind)} linesOf={linesOf} />;
}
