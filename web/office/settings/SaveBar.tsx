import type { ReactNode } from 'react';
import { formatCount } from '#domain/shared/text.ts';
import { Button } from '#web/kit/ui/Button.tsx';

type Props = {
  /** How many values are changed and not saved. */
  changes: number;
  /** What must be corrected before saving, in one sentence; announced with the number of changes. */
  problem?: ReactNode;
  /** Why saving failed. */
  error?: string | null;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Below the number of changes: links to what must be corrected. */
  children?: ReactNode;
};

/** At the bottom of the window while changes are not saved: how many, and the buttons to save or discard them. */
export function SaveBar({ changes, problem, error, isSaving, onSave, onDiscard, children }: Props) {
  const isShown = changes > 0;
  return (
    <section
      aria-label="Unsaved changes"
      className={
        isShown
          ? 'sticky bottom-0 z-30 -mx-4 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:rounded-t-lg sm:border-x'
          : ''
      }
    >
      <div data-save-bar={isShown || undefined} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 self-center text-sm max-sm:basis-full">
          <p role="status">
            {isShown && (
              <>
                <strong>
                  {changes === 1 ? '1 change is' : `${formatCount(changes)} changes are`} not saved.
                </strong>{' '}
                {problem && <span className="text-danger">{problem}</span>}
                {error && <span className="wrap-anywhere block text-danger">{error}</span>}
              </>
            )}
          </p>
          {isShown && children}
        </div>
        {isShown && (
          <>
            <Button variant="secondary" disabled={isSaving} onClick={onDiscard} className="max-sm:flex-1">
              Discard
            </Button>
            <Button disabled={isSaving} onClick={onSave} className="max-sm:flex-1">
              {isSaving ? 'Saving...' : 'Save draft'}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
