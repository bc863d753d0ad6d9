import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';

type Props<T, Key extends (string | number)[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  title: string;
  /** What is loaded: 'This user', 'The list of sizes'. */
  subject: string;
  onClose: () => void;
  children: (loaded: T) => ReactNode;
};

const FIRST_FIELD = 'dialog[open] :is(input, select, textarea, button):not(:disabled)';

/** Loads what a form needs, such as the latest version of a record, then shows the form. */
export function LoadingDialog<T, Key extends (string | number)[]>({
  query,
  title,
  subject,
  onClose,
  children,
}: Props<T, Key>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  const isLoaded = data !== undefined;
  // The button that had the focus while it loaded is gone then.
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    }
  }, [isLoaded]);
  if (data) return children(data);
  const failure = isFetching ? null : error;
  return (
    <Dialog
      title={title}
      layout="wide"
      error={failure && `${subject} could not be loaded. ${reasonText(failure)}`}
      onClose={onClose}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {failure && <Button onClick={() => void refetch()}>Retry</Button>}
        </DialogButtons>
      }
    >
      {!failure && (
        <div role="status" className="mt-5">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-40 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
    </Dialog>
  );
}
