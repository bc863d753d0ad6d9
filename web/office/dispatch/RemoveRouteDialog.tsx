import { useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { clockText } from '#web/kit/ui/route-texts.ts';
import type { BoardActions } from './use-board.ts';
import { stopTitle } from './words.ts';

type Props = { board: Board; routeId: number; changes: BoardActions; onClose: () => void };

/** Asks before a published route is removed. It shows the route as it is now, and removes what it shows. */
export function RemoveRouteDialog({ board, routeId, changes, onClose }: Props) {
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const route = board.routes.find(({ id }) => id === routeId);
  const remove = async () => {
    if (!route) return;
    setPending(true);
    try {
      await changes.removeRoute(route);
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  const informed = (route?.stops ?? []).flatMap(({ job }) =>
    job && job.arrivalWindow?.day === board.day ? [customerFullName(job)] : [],
  );
  return (
    <ConfirmDialog
      title={route ? `Remove the route of ${route.driver.name}?` : 'Remove route'}
      confirmText="Remove route"
      pendingText="Removing..."
      isPending={isPending}
      isOver={!route}
      error={error === null ? null : failureText('The route could not be removed.', error)}
      onConfirm={() => void remove()}
      onClose={onClose}
      details={
        route && (
          <>
            <ul aria-label="Stops" className="mt-2 max-h-60 overflow-y-auto text-sm">
              {route.stops.map((stop) => (
                <li key={stopKeyOf(stop)}>
                  {clockText(stop.arrival, board.timeZone)} <bdi>{stopTitle(stop)}</bdi>
                </li>
              ))}
            </ul>
            <p className="mt-2">{messagesText(informed)}</p>
          </>
        )
      }
    >
      {route
        ? 'The driver sees it now, and it disappears from the phone at once. Its jobs are open again:'
        : 'This route was removed.'}
    </ConfirmDialog>
  );
}

/** Which customers know a time, and what they are sent. */
function messagesText(informed: readonly string[]): string {
  if (informed.length === 0) return 'No customer was sent a time yet, and none is sent a message now.';
  const were = informed.length === 1 ? 'was' : 'were';
  return `${informed.join(', ')} ${were} sent a time. They get no message now. On another route of this day they get one more if the time changes; else call them.`;
}
