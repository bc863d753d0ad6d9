import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonText } from '#web/form/failure.ts';
import type { Versioned } from '#web/form/versioned/use-versioned-save.ts';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { Panel } from '#web/ui/Panel.tsx';

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
  return (
    <Modal
      aria-label={`Edit ${name}`}
      onClose={onClose}
      className="m-auto w-[min(36rem,calc(100vw-1.5rem))] rounded-lg"
    >
      {error && !isFetching ? (
        <Panel
          title={`This ${kind} could not be loaded`}
          actions={
            <>
              <Button onClick={() => void refetch()}>Retry</Button>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
            </>
          }
        >
          <p>{reasonText(error)}</p>
        </Panel>
      ) : (
        <div
          role="status"
          className="wrap-anywhere flex min-h-40 items-center justify-center p-4 text-ink-soft"
        >
          Loading {name}...
        </div>
      )}
    </Modal>
  );
}
