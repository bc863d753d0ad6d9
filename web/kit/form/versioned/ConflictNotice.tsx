import { useEffect, useRef } from 'react';
import { dayAt, formatMoment, formatTime } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import type { Stale } from './edit-machine.ts';

type Props = {
  /** The kind of record. */
  kind:
    | 'booking'
    | 'dumpster'
    | 'truck'
    | 'site'
    | 'form'
    | 'user'
    | 'price list'
    | 'business profile'
    | 'pause'
    | 'list'
    | 'calendar'
    | 'policy'
    | 'service area';
  stale: Stale;
  /** A field's label, its current value and the user's input as text; `input` is null where the user changed nothing. */
  fieldText: (field: string) => { label: string; current: string; input: string | null };
  /** The newer version is being loaded. */
  isLoading: boolean;
  /** What was done with the input, and how to go on. */
  text?: string | undefined;
  /** Set when the newer version could not be loaded. */
  onReload?: (() => void) | undefined;
  failedText?: string;
  /** Lets the user take the newer version, or save over it. Omit both if the form goes on from the newer version. */
  onDiscard?: () => void;
  onOverwrite?: () => void;
};

/** Says who changed the record, when and what. */
export function ConflictNotice(props: Props) {
  const { kind, stale, fieldText, isLoading, text = 'Your change is not saved yet.', onReload } = props;
  const { changed, events = [] } = stale;
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice grows when the newer values are loaded
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
      {!isLoading && !onReload && changed.length > 0 && (
        <Folded items={changed}>
          {(shown) => (
            <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-2 text-sm">
              {shown.map((field) => {
                const { label, current, input } = fieldText(field);
                return (
                  <div key={field} className="wrap-anywhere">
                    <dt dir="auto" className="font-semibold">
                      {label}
                    </dt>
                    <dd dir="auto">Now: {current}</dd>
                    {input !== null && <dd dir="auto">Yours: {input}</dd>}
                  </div>
                );
              })}
            </dl>
          )}
        </Folded>
      )}
      <Choices {...props} />
    </Notice>
  );
}

/** What the user can do. While the newer version is missing, only to load it: nothing unseen is taken or saved over. */
function Choices({ isLoading, onReload, failedText = FAILED_TEXT, onDiscard, onOverwrite }: Props) {
  if (onReload) {
    return (
      <div className="mt-3 text-sm">
        <p>{failedText}</p>
        <Button variant="secondary" className="mt-3" onClick={onReload}>
          Try again
        </Button>
      </div>
    );
  }
  if (!onDiscard || !onOverwrite) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button variant="secondary" disabled={isLoading} onClick={onDiscard}>
        Take the newer values
      </Button>
      <Button variant="secondary" disabled={isLoading} onClick={onOverwrite}>
        Save over them
      </Button>
    </div>
  );
}

const FAILED_TEXT = 'The newer values could not be loaded.';

/** 'This booking was changed by Dana Cole at 2:14 PM', with the date if it was not today. */
function changeText(kind: Props['kind'], { changedBy, changedByName, changedAt }: Stale): string {
  const who = changedByName ?? changedBy;
  const what = `This ${kind} was changed${who ? ` by ${who}` : ''}`;
  if (!changedAt) return what;
  const ms = Date.parse(changedAt);
  const isToday = dayAt(ms, site.timeZone) === todayHere();
  return `${what} at ${(isToday ? formatTime : formatMoment)(ms, site.timeZone)}`;
}
