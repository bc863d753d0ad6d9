import { Button } from '#web/ui/Button.tsx';

type Props = {
  /** How many values are changed and not saved. */
  changes: number;
  /** How many of them cannot be saved as they are. */
  problems: number;
  /** Why saving failed. */
  error?: string | null;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** At the bottom of the window while changes are not saved: how many, and the buttons to save or discard them. */
export function SaveBar({ changes, problems, error, isSaving, onSave, onDiscard }: Props) {
  return (
    <section
      aria-label="Unsaved changes"
      aria-live="polite"
      className={
        changes > 0
          ? 'sticky bottom-0 z-30 -mx-4 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:rounded-t-lg sm:border-x'
          : ''
      }
    >
      {changes > 0 && (
        <div data-save-bar className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-sm max-sm:basis-full">
            <strong>{changes === 1 ? '1 change is' : `${changes} changes are`} not saved.</strong>{' '}
            {problems > 0 && (
              <span className="text-danger">
                {problems === 1 ? '1 value needs' : `${problems} values need`} your attention first.
              </span>
            )}
            {error && <span className="wrap-anywhere block text-danger">{error}</span>}
          </p>
          <Button variant="secondary" disabled={isSaving} onClick={onDiscard} className="max-sm:flex-1">
            Discard
          </Button>
          <Button disabled={isSaving || problems > 0} onClick={onSave} className="max-sm:flex-1">
            {isSaving ? 'Saving...' : 'Save draft'}
          </Button>
        </div>
      )}
    </section>
  );
}
