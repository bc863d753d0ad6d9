import { useQuery } from '@tanstack/react-query';
import type { Dumpster } from '#contract/inventory.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { dumpsterQuery } from '#web/api/inventory.ts';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/Modal.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EditDumpsterForm } from './EditDumpsterForm.tsx';

type Props = { unit: Dumpster; onClose: () => void };

/** Begins with the unit as it is now, not as the list knew it. */
export function EditDumpsterDialog({ unit, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(dumpsterQuery(unit.id));
  if (data) return <EditDumpsterForm opened={data} onClose={onClose} />;
  return (
    <Modal
      aria-label={`Edit ${unit.dumpsterNumber}`}
      onClose={onClose}
      className="m-auto w-[min(36rem,calc(100vw-1.5rem))] rounded-lg"
    >
      {error && !isFetching ? (
        <Panel
          title="This dumpster could not be loaded"
          actions={
            <>
              <Button onClick={() => void refetch()}>Retry</Button>
              <Button look="secondary" onClick={onClose}>
                Cancel
              </Button>
            </>
          }
        >
          <p>{failureWords(error, 'The server did not answer. Check your connection.')}</p>
        </Panel>
      ) : (
        <div
          role="status"
          className="wrap-anywhere flex min-h-40 items-center justify-center p-4 text-ink-soft"
        >
          Loading {unit.dumpsterNumber}...
        </div>
      )}
    </Modal>
  );
}
