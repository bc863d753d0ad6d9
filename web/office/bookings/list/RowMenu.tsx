import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookingQuery, type VersionedBooking, versionedRow } from '#web/api/bookings.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import type { OpenBookingDialog } from '#web/office/bookings/BookingDialog.tsx';
import { listChangeItems } from '#web/office/bookings/changes/change-items.ts';
import { useBookingDialog } from '#web/office/bookings/use-booking-dialog.ts';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { workOrderPath } from '#web/paths.ts';

const loadDialog = () => import('#web/office/bookings/BookingDialog.tsx');
const BookingDialog = lazyDialog(async () => (await loadDialog()).BookingDialog);

/** Opens a dialog on the booking of a row. */
export type OpenRowDialog = (booking: Booking, opened: OpenBookingDialog) => void;

type RowActions = { onVisit: (booking: Booking) => void; onOpen: OpenRowDialog };

const rowMenuId = (bookingId: number) => `booking-menu-${bookingId}`;

/** Selects a row of a list, so there it does not exchange a dumpster. */
const SELECT_KEY = 'X';

/** What can be done with the booking of a row, as on its page. The keys work on the row that has the focus. */
export function useRowItems({ onVisit, onOpen }: RowActions): (booking: Booking) => MenuItem[] {
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  return (booking) => [
    { label: 'View Details', keyHint: 'Enter', onPick: () => onVisit(booking) },
    ...(mayWrite ? listChangeItems(booking) : []).map(({ label, key, opens }) => ({
      label,
      keyHint: key === SELECT_KEY ? '' : key,
      onPick: () => onOpen(booking, opens),
    })),
    {
      label: 'Print work order',
      keyHint: 'P',
      onPick: () => void navigate(workOrderPath(booking.id)),
    },
  ];
}

export function RowMenu({ booking, ...actions }: RowActions & { booking: Booking }) {
  const itemsOf = useRowItems(actions);
  return (
    <MenuButton
      id={rowMenuId(booking.id)}
      label={`Actions for booking #${booking.id}`}
      items={() => itemsOf(booking)}
      onTouched={() => void loadDialog().catch(() => undefined)}
      className="inline-flex h-7 w-6.5 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink cards:size-11 cards:border cards:border-edge pointer-coarse:size-11"
    >
      <span aria-hidden="true" className="text-xs leading-none tracking-tight">
        •••
      </span>
    </MenuButton>
  );
}

/**
 * The dialog on a row, outside of the table: it stays open with its input when a live update takes the row out of the
 * list.
 */
export function useRowDialog(rows: readonly Booking[]) {
  const [target, setTarget] = useState<Booking | null>(null);
  const { opened, open, close } = useBookingDialog(target ? rowMenuId(target.id) : '');
  const row = rows.find(({ id }) => id === target?.id) ?? target;
  // Read by the dialog itself after a refusal, when the row is no longer in the list.
  const { data: reloaded } = useQuery({ ...bookingQuery(target?.id ?? 0), enabled: false });
  const openOn = useCallback<OpenRowDialog>(
    (booking, dialog) => {
      setTarget(booking);
      open(dialog);
    },
    [open],
  );
  const read = row && newest(versionedRow(row), reloaded);
  const dialog = read && opened && (
    <BookingDialog key={read.value.id} read={read} opened={opened} onOpen={open} onClose={close} />
  );
  return { dialog, openOn };
}

function newest(row: VersionedBooking, reloaded: VersionedBooking | undefined): VersionedBooking {
  return reloaded && reloaded.value.version > row.value.version ? reloaded : row;
}
