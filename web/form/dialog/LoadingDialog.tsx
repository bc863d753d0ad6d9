import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonText } from '#web/form/failure.ts';
import type { Versioned } from '#web/form/versioned/use-versioned-save.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';

type Props<T> = {
  query: UseQueryOptions<Versioned<T>, Error, Versioned<T>, (string | number)[]>;
  /** The kind of record, 'user', and its name, 'Ann Lee'. */
  kind: string;
  name: string;
  onClose: () => void;
  children: (loaded: Versioned<T>) => ReactNode;
};

/** Loads the latest version of a record, then shows its form. */
export function LoadingDialog<T>({ query, kind, name, onClose, children }: Props<T>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (data) return children(data);
  const failure = isFetching ? null : error;
  return (
    <Dialog
      title={`Edit ${name}`}
      layout="wide"
      error={failure && `This ${kind} could not be loaded. ${reasonText(failure)}`}
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
          <span className="sr-only">Loading {name}...</span>
          <div aria-hidden="true" className="h-40 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
    </Dialog>
  );
}
