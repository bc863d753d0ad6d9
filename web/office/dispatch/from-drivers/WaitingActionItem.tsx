import { useState } from 'react';
import { Link } from 'react-router';
import type { listWaitingActions } from '#contract/driver-approvals.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { ACTION_LABELS } from '#domain/dispatch/driver-actions.ts';
import { errorText } from '#web/api/call.ts';
import { useDecideWaitingAction } from '#web/api/from-drivers.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { type ToastMessage, toast } from '#web/kit/ui/toast/toast-store.ts';
import { payloadText, recordTitle } from '#web/office/driver-records/words.ts';
import { bookingPath } from '#web/paths.ts';

type WaitingAction = ReplyOf<typeof listWaitingActions>[number];
type Props = { action: WaitingAction; mayDecide: boolean; onOpen: (stopId: number) => void };

/** An action of a deactivated driver, with what it says. Rejecting asks first, because it cannot be undone. */
export function WaitingActionItem({ action, mayDecide, onOpen }: Props) {
  const { id, driver, stopId, stopType, site: place, bookingId, type, doneAt, receivedAt } = action;
  const { mutate, isPending, error, reset } = useDecideWaitingAction();
  const [isRejecting, setRejecting] = useState(false);
  const decide = (approve: boolean) => {
    if (isPending) return;
    mutate(
      { id, approve },
      {
        onSuccess: ({ conflict }) => toast(approve ? approvedToast(conflict) : REJECTED),
        onError: (failure) => toastErrorText(failure, FAILURE_TEXT),
      },
    );
  };
  const details = payloadText(action);
  return (
    <>
      <div>
        <p className="wrap-anywhere">
          <span className="font-semibold">
            {ACTION_LABELS[type]}, <bdi>{recordTitle({ type: stopType, site: place })}</bdi>
          </span>
          {details !== '' && (
            <>
              : <bdi>{details}</bdi>
            </>
          )}
        </p>
        <p className="wrap-anywhere text-ink-soft">
          <bdi>{driver}</bdi>, <time dateTime={doneAt}>{momentText(doneAt, site.timeZone)}</time>, received{' '}
          <time dateTime={receivedAt}>{momentText(receivedAt, site.timeZone)}</time>
          {bookingId !== null && (
            <>
              ,{' '}
              <Link to={bookingPath(bookingId)} className="text-brand underline">
                Booking #{bookingId}
              </Link>
            </>
          )}
        </p>
        {error && !isRejecting && (
          <p role="alert" className="wrap-anywhere text-danger">
            {errorText(error, FAILURE_TEXT)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <RowButton onClick={() => onOpen(stopId)}>Show record</RowButton>
        {mayDecide && (
          <>
            <RowButton aria-disabled={isPending} onClick={() => decide(true)}>
              {isPending ? 'Saving...' : 'Approve'}
            </RowButton>
            <RowButton aria-disabled={isPending} onClick={() => setRejecting(true)}>
              Reject
            </RowButton>
          </>
        )}
      </div>
      {isRejecting && (
        <ConfirmDialog
          title="Reject this record?"
          confirmText="Reject"
          pendingText="Saving..."
          isPending={isPending}
          error={error && errorText(error, FAILURE_TEXT)}
          onConfirm={() => decide(false)}
          onClose={() => {
            reset();
            setRejecting(false);
          }}
        >
          <p>
            It stays on record and changes nothing. You cannot approve it later. If the job was done, mark it
            done on the booking.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const FAILURE_TEXT = 'The decision could not be saved. Try again.';
const CONFLICT_TOAST_MS = 12_000;
const REJECTED = {
  title: 'Rejected',
  text: 'It stays on record and changes nothing.',
  variant: 'plain',
} as const;

/** `conflict`: why the record did not change everything that it would have. */
function approvedToast(conflict: string | null): ToastMessage {
  if (conflict === null)
    return { title: 'Approved', text: 'What was recorded now counts.', variant: 'plain' };
  const text = `${conflict} It is in the list "To Check" now.`;
  return { title: 'Approved, but Check It', text, variant: 'plain', durationMs: CONFLICT_TOAST_MS };
}
