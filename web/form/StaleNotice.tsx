import { useEffect, useRef } from 'react';
import type { Stale } from '#web/api/stale.ts';
import { site } from '#web/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { momentText } from '#web/ui/moment.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  stale: Stale;
  /** What the fields are called, and what they hold now, in words; others are named as they are. */
  fieldWords: (field: string) => { label: string; theirs: string; yours: string | null };
  /** The newer values are on their way. */
  isLoading: boolean;
  onTakeTheirs: () => void;
  onSaveOver: () => void;
};

/** Somebody else was quicker: who changed what and when, and the two ways on. Nothing typed is lost before one is taken. */
export function StaleNotice({ stale, fieldWords, isLoading, onTakeTheirs, onSaveOver }: Props) {
  const { changedBy, changedAt, changed } = stale;
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows when the newer values are there
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isLoading]);
  return (
    <Notice ref={notice} look="attention" role="alert">
      <p className="font-semibold">{changedBy ?? 'Somebody'} has changed this meanwhile</p>
      {changedAt && (
        <p className="text-sm">
          <time dateTime={changedAt}>{momentText(changedAt, site.timeZone)}</time>, while you were editing.
          Nothing of yours is saved yet.
        </p>
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
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" disabled={isLoading} onClick={onTakeTheirs}>
          Take the newer values
        </Button>
        <Button look="secondary" disabled={isLoading} onClick={onSaveOver}>
          Save over them
        </Button>
      </div>
    </Notice>
  );
}
