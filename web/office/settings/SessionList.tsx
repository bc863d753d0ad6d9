import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '#web/api/auth.ts';
import { errorText } from '#web/api/call.ts';
import { SessionRow } from '#web/kit/form/SessionRow.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** The live sessions of the account, this one first. */
export function SessionList() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(sessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button of an ended session is removed with its row, so the list takes the focus.
  const hasEnded = useRef(false);
  useEffect(() => {
    if (data && hasEnded.current && document.activeElement === document.body) list.current?.focus();
  }, [data]);
  const ended = () => {
    hasEnded.current = true;
  };
  if (error && !data) {
    return (
      <Notice variant="danger" role="alert">
        <p>{errorText(error, 'Your sessions could not be loaded.')}</p>
        <Button variant="secondary" className="mt-3" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!data) return <LoadingSessions />;
  const sorted = data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const others = data.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div className="min-w-0">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Live sessions"
        aria-busy={isFetching}
        className="divide-y divide-line border-line border-b lg:-mt-3"
      >
        {sorted.map((session) => (
          <OwnSession key={session.id} session={session} nowMs={dataUpdatedAt} onEnded={ended} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => refetch()} aria-disabled={isFetching}>
          Refresh
        </Button>
        {others > 0 && (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )}
      </div>
      {isAsking && <EndOthersDialog count={others} onEnded={ended} onClose={() => setAsking(false)} />}
    </div>
  );
}

function OwnSession(props: Omit<ComponentProps<typeof SessionRow>, 'end'>) {
  return <SessionRow {...props} end={useEndSession()} />;
}

function LoadingSessions() {
  return (
    <div role="status">
      <span className="sr-only">Loading your sessions...</span>
      <div aria-hidden="true" className="h-20 animate-pulse rounded-md bg-sunk" />
    </div>
  );
}

type Props = { count: number; onEnded: () => void; onClose: () => void };

function EndOthersDialog({ count, onEnded, onClose }: Props) {
  const end = useEndOtherSessions();
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        announce('All other sessions have ended.');
        onEnded();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title="End all other sessions?"
      confirmText="End all others"
      pendingText="Ending..."
      isPending={end.isPending}
      error={end.error && errorText(end.error, 'The sessions could not be ended.')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'One other device is' : `${count} other devices are`} logged out at once. You stay
        logged in here.
      </p>
    </ConfirmDialog>
  );
}
