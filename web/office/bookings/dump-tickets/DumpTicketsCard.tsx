import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DumpTicket } from '#contract/dump-tickets.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingRecordsQuery } from '#web/api/driver-records.ts';
import { dumpTicketsQuery, useVoidDumpTicket } from '#web/api/dump-tickets.ts';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { ticketPhotos } from '#web/office/driver-records/words.ts';
import { DumpTicketItem, feeElementId, ticketName } from './DumpTicketItem.tsx';

const AddDumpTicketDialog = lazyDialog(
  async () => (await import('./AddDumpTicketDialog.tsx')).AddDumpTicketDialog,
);

/** The landfill's charges for this rental: every ticket, including voided ones. */
export function DumpTicketsCard({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const [isAdding, setAdding] = useState(false);
  const [wrong, setWrong] = useState<DumpTicket | null>(null);
  const [voided, setVoided] = useState<number | null>(null);
  // Voiding removes the Void button; the ticket gets the focus.
  useEffect(() => {
    if (voided !== null) document.getElementById(feeElementId(voided))?.focus();
  }, [voided]);
  return (
    <Card
      title="Dump Tickets"
      action={mayWrite && <RowButton onClick={() => setAdding(true)}>Add ticket</RowButton>}
    >
      <Fees read={read} onVoid={mayWrite ? setWrong : null} />
      {isAdding && <AddDumpTicketDialog read={read} onClose={() => setAdding(false)} />}
      {wrong && (
        <VoidDumpTicketDialog
          fee={wrong}
          read={read}
          onVoided={() => {
            setWrong(null);
            setVoided(wrong.id);
          }}
          onClose={() => setWrong(null)}
        />
      )}
    </Card>
  );
}

function Fees({ read, onVoid }: { read: VersionedBooking; onVoid: ((fee: DumpTicket) => void) | null }) {
  const { data, error, isFetching, refetch } = useQuery(dumpTicketsQuery(read));
  const records = useQuery(bookingRecordsQuery(read.value.id));
  if (error) {
    return (
      <LoadFailure
        failed="The dump tickets could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the dump tickets...</span>
        <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
      </div>
    );
  }
  if (data.length === 0) return <p className="text-ink-soft text-sm">No dump tickets are recorded.</p>;
  return (
    <ul className="divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
      {data.map((fee) => (
        <DumpTicketItem
          key={fee.id}
          fee={fee}
          photos={ticketPhotos(records.data ?? [], fee.ticketNumber)}
          onVoid={onVoid}
        />
      ))}
    </ul>
  );
}

const FAILURE_TEXT = 'Failed to void the dump ticket.';

type Props = { fee: DumpTicket; read: VersionedBooking; onVoided: () => void; onClose: () => void };

function VoidDumpTicketDialog({ fee, read, onVoided, onClose }: Props) {
  const change = useVoidDumpTicket(fee.bookingId, read.etag);
  const confirm = () =>
    change.mutate(fee.id, {
      onSuccess: () => {
        announce('The dump ticket is voided.');
        onVoided();
      },
      onError: (error) => toastFailure(FAILURE_TEXT, error),
    });
  return (
    <ConfirmDialog
      title="Void dump ticket?"
      confirmText="Void"
      pendingText="Voiding..."
      isPending={change.isPending}
      error={change.error && failureText(FAILURE_TEXT, change.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{ticketName(fee)}</bdi>
        </strong>{' '}
        stays in the list and counts no more. This cannot be undone. A final price that was set stays as it
        is.
      </p>
    </ConfirmDialog>
  );
}
