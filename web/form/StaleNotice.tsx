import { type ReactNode, useEffect, useRef } from 'react';
import { dayAt, formatMoment, formatTime } from '#domain/days.ts';
import type { Stale } from '#web/api/stale.ts';
import { site } from '#web/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { todayHere } from '#web/ui/dates/today.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  /** What was changed. */
  kind: 'booking' | 'dumpster' | 'user';
  stale: Stale;
  /** What the fields are called, and what they hold now, in words; others are named as they are. */
  fieldWords: (field: string) => { label: string; theirs: string; yours: string | null };
  /** The newer values are on their way. */
  isLoading: boolean;
  onTakeTheirs: () => void;
  onSaveOver: () => void;
};

/** Says who changed it, when and what, and offers both ways on. Nothing typed is lost before one is chosen. */
export function StaleNotice({ onTakeTheirs, onSaveOver, ...summary }: Props) {
  const { isLoading } = summary;
  return (
    <StaleSummary {...summary} text="Your change is not saved yet.">
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" disabled={isLoading} onClick={onTakeTheirs}>
          Take the newer values
        </Button>
        <Button variant="secondary" disabled={isLoading} onClick={onSaveOver}>
          Save over them
        </Button>
      </div>
    </StaleSummary>
  );
}

type SummaryProps = Omit<Props, 'onTakeTheirs' | 'onSaveOver'> & {
  /** What became of the change that was refused. */
  text: string;
  children?: ReactNode;
};

/** Who changed it, when and what. `children`: the ways on. */
export function StaleSummary({ kind, stale, fieldWords, isLoading, text, children }: SummaryProps) {
  const { changed, events = [] } = stale;
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows when the newer values are there
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isLoading]);
  return (
    <Notice ref={notice} variant="attention" role="alert">
      <p className="wrap-anywhere font-semibold">{changeText(kind, stale)}</p>
      <p className="text-sm">{text}</p>
      {events.length > 0 && (
        <ul className="mt-3 list-disc space-y-1 pl-5 text-sm">
          {events.map((event) => (
            <li key={event} className="wrap-anywhere">
              {event}
            </li>
          ))}
        </ul>
      )}
      {!isLoading && changed.length > 0 && (
        <dl className="mt-3 space-y-2 text-sm">
          {changed.map((field) => {
            const { label, theirs, yours } = fieldWords(field);
            return (
              <div key={field} className="wrap-anywhere">
                <dt className="font-semibold">{label}</dt>
                <dd>Now: {theirs}</dd>
                {yours !== null && <dd>Yours: {yours}</dd>}
              </div>
            );
          })}
        </dl>
      )}
      {children}
    </Notice>
  );
}

/** 'This booking was changed by Dana Cole at 2:14 PM', with the day where it was another one. */
export function changeText(kind: Props['kind'], { changedBy, changedByName, changedAt }: Stale): string {
  const who = changedByName ?? changedBy;
  const what = `This ${kind} was changed${who ? ` by ${who}` : ''}`;
  if (!changedAt) return what;
  const ms = Date.parse(changedAt);
  const isToday = dayAt(ms, site.timeZone) === todayHere();
  return `${what} at ${(isToday ? formatTime : formatMoment)(ms, site.timeZone)}`;
}
