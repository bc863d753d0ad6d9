import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { userQuery } from '#web/api/users.ts';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/Modal.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { fullName } from '#web/ui/person.ts';
import { EditUserForm } from './EditUserForm.tsx';
import type { Rights } from './rights.ts';

type Props = { user: Account; rights: Rights; onClose: () => void };

/** Begins with the account as it is now, not as the list knew it. */
export function EditUserDialog({ user, rights, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(userQuery(user.id));
  if (data) return <EditUserForm opened={data} rights={rights} onClose={onClose} />;
  return (
    <Modal
      aria-label={`Edit ${fullName(user)}`}
      onClose={onClose}
      className="m-auto w-[min(36rem,calc(100vw-1.5rem))] rounded-lg"
    >
      {error && !isFetching ? (
        <Panel
          title="This user could not be loaded"
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
        <div role="status" className="flex min-h-40 items-center justify-center text-ink-soft">
          Loading {fullName(user)}...
        </div>
      )}
    </Modal>
  );
}
