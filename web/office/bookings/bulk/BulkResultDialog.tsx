import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { BULK_ROWS_SHOWN, type BulkAction, type BulkActionRow } from '#contract/bulk-actions.ts';
import { type BulkRowState, bulkActionTitle, bulkCountText } from '#domain/rental/bulk-actions.ts';
import { formatCount } from '#domain/shared/text.ts';
import {
  bulkActionQuery,
  isRunning,
  useMarkBulkActionsSeen,
  useRetryBulkAction,
} from '#web/api/bulk-actions.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { bookingPath } from '#web/paths.ts';

type Props = { id: number; onClose: () => void };

/** How far an action on many bookings is, and what became of each of them. */
export function BulkResultDialog({ id, onClose }: Props) {
  const [offset, setOffset] = useState(0);
  const { data: action, error } = useQuery(bulkActionQuery(id, offset));
  const retry = useRetryBulkAction(id);
  const mayWrite = useMayWrite();
  useSeen(action);
  const failure = retry.error ?? (action ? null : error);
  const canRetry = action && !isRunning(action) && action.counts.failed > 0 && mayWrite;
  return (
    <Dialog
      title={action ? bulkActionTitle(action) : 'Result'}
      layout="wide"
      error={failure && reasonText(failure)}
      onClose={onClose}
      footer={
        <DialogButtons>
          {canRetry && (
            <Button
              variant="secondary"
              aria-disabled={retry.isPending}
              onClick={() => {
                if (retry.isPending) return;
                setOffset(0);
                retry.mutate(undefined);
              }}
            >
              Try failed bookings again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      }
    >
      {action && <Progress action={action} />}
      {action && (
        <Results rows={action.rows} total={action.counts.total} offset={offset} onMove={setOffset} />
      )}
      {!action && !error && (
        <div role="status" className="mt-5">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-40 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
    </Dialog>
  );
}

/** Marks the result as seen when it is shown. */
function useSeen(action: BulkAction | undefined) {
  const { mutate } = useMarkBulkActionsSeen();
  const unseenId = action && action.finishedAt !== null && action.seenAt === null ? action.id : null;
  useEffect(() => {
    if (unseenId !== null) mutate([unseenId]);
  }, [unseenId, mutate]);
}

function Progress({ action }: { action: BulkAction }) {
  const { counts } = action;
  const done = counts.total - counts.waiting;
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label="Bookings done"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={counts.total}
        className="h-2 overflow-hidden rounded-full bg-sunk"
      >
        <div
          className="h-full origin-left rounded-full bg-brand transition-transform motion-reduce:transition-none"
          style={{ transform: `scaleX(${counts.total === 0 ? 1 : done / counts.total})` }}
        />
      </div>
      <p className="mt-2 font-semibold text-sm tabular-nums">{bulkCountText(counts)}</p>
      <p role="status" className="mt-1 min-h-5 text-ink-soft text-sm">
        {isRunning(action)
          ? 'This goes on when you close the window. The result will be under the bell.'
          : 'Finished.'}
      </p>
    </div>
  );
}

type ResultsProps = {
  rows: readonly BulkActionRow[];
  total: number;
  offset: number;
  onMove: (offset: number) => void;
};

function Results({ rows, total, offset, onMove }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  const move = (to: number) => {
    if (to < 0 || to >= total) return;
    onMove(to);
    list.current?.scrollIntoView?.({ block: 'nearest' });
  };
  return (
    <>
      <ul
        ref={list}
        aria-label="Bookings"
        className="mt-4 scroll-mt-4 divide-y divide-line rounded-md border border-line text-sm"
      >
        {rows.map((row) => (
          <ResultRow key={row.bookingId} row={row} />
        ))}
      </ul>
      {total > BULK_ROWS_SHOWN && (
        <nav aria-label="Pages of bookings" className="mt-3 flex items-center justify-between gap-3">
          <p className="text-ink-soft text-sm tabular-nums">
            {formatCount(offset + 1)} to {formatCount(offset + rows.length)} of {formatCount(total)}
          </p>
          <div className="flex gap-2">
            <RowButton aria-disabled={offset === 0} onClick={() => move(offset - BULK_ROWS_SHOWN)}>
              <Icon name="left" className="size-4" /> Previous
            </RowButton>
            <RowButton
              aria-disabled={offset + BULK_ROWS_SHOWN >= total}
              onClick={() => move(offset + BULK_ROWS_SHOWN)}
            >
              Next <Icon name="right" className="size-4" />
            </RowButton>
          </div>
        </nav>
      )}
    </>
  );
}

const STATES: Readonly<Record<BulkRowState, { label: string; variant: 'good' | 'danger' | 'quiet' }>> = {
  waiting: { label: 'Waiting', variant: 'quiet' },
  succeeded: { label: 'Done', variant: 'good' },
  failed: { label: 'Failed', variant: 'danger' },
};

function ResultRow({ row: { bookingId, customer, state, message } }: { row: BulkActionRow }) {
  const { label, variant } = STATES[state];
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        {customer === null ? (
          <span className="tabular-nums">#{bookingId}</span>
        ) : (
          <Link
            to={bookingPath(bookingId)}
            className="wrap-anywhere rounded-sm text-brand underline-offset-4 hover:underline"
          >
            <span className="tabular-nums">#{bookingId}</span> <bdi>{customer}</bdi>
          </Link>
        )}
        {message !== null && <p className="wrap-anywhere text-ink-soft">{message}</p>}
      </div>
      <Badge variant={variant}>{label}</Badge>
    </li>
  );
}
