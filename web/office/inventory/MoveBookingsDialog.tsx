import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Dumpster } from '#contract/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { bookingPath } from '#web/paths.ts';
import { type MoveResult, moveOneByOne, movePlanQuery, type PlannedMove } from './unit-moves.ts';
import { daysWords } from './words.ts';

type Props = { unit: Dumpster; onClose: () => void };

/** The coming bookings of a unit that is out of service: shows where each can go, and moves them in one action. */
export function MoveBookingsDialog({ unit, onClose }: Props) {
  const client = useQueryClient();
  const { data, error } = useQuery(movePlanQuery(unit, todayHere()));
  const move = useMutation({
    mutationFn: (plans: readonly PlannedMove[]) => moveOneByOne(plans),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'unit-moves' }),
  });
  const title = (
    <>
      Bookings of <bdi>{unit.dumpsterNumber}</bdi>
    </>
  );
  if (move.data) {
    return (
      <Dialog title={title} layout="wide" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {move.data.map((result) => (
            <Row key={result.plan.bookingId} plan={result.plan} text={resultText(result)} />
          ))}
        </ul>
      </Dialog>
    );
  }
  const movable = data?.filter(({ target }) => target !== null) ?? [];
  const count = movable.length === 1 ? '1 booking' : `${movable.length} bookings`;
  return (
    <FormDialog
      title={title}
      text="The dumpster is out of service. Bookings to come that keep it are flagged until they have another one, or it is back in service. Customers are not notified of another dumpster."
      submitText={movable.length > 0 ? `Move ${count}` : 'Nothing to move'}
      closeText="Leave them"
      pendingText="Moving..."
      isPending={move.isPending}
      isLoading={movable.length === 0}
      isDirty={false}
      error={error && failureText('The bookings could not be loaded.', error)}
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate(movable);
      }}
      onClose={onClose}
    >
      {!data && !error && <p role="status">Looking for free units...</p>}
      {data?.length === 0 && <p>No coming booking has this unit.</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {data.map((plan) => (
            <Row key={plan.bookingId} plan={plan} text={planText(plan)} />
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function Row({ plan, text }: { plan: PlannedMove; text: string }) {
  const { bookingId, customer, startDate, endDate } = plan;
  return (
    <li className="flex flex-wrap items-center gap-x-4 text-sm">
      <Link
        to={bookingPath(bookingId)}
        className="touch inline-flex items-center font-semibold text-brand underline underline-offset-4"
      >
        Booking #{bookingId}
      </Link>
      <bdi>{customer}</bdi>
      <span className="tabular-nums">{daysWords({ from: startDate, to: endDate })}</span>
      <span className="wrap-anywhere ml-auto py-2 font-semibold">{text}</span>
    </li>
  );
}

function planText({ target, isOnSite }: PlannedMove): string {
  if (target) return `to ${target.dumpsterNumber}`;
  return isOnSite ? 'At the customer now: it stays' : 'No dumpster of this size is free: move its days';
}

function resultText({ plan, failure }: MoveResult): string {
  return failure === null ? `has ${plan.target?.dumpsterNumber ?? ''} now` : `Not moved. ${failure}`;
}
