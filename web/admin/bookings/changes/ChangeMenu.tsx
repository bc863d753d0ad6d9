import { useEffect, useEffectEvent } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { isOver } from '#domain/bookings.ts';
import type { OpenBookingDialog } from '#web/admin/bookings/BookingDialog.tsx';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { todayHere } from '#web/ui/dates/moment.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';

type Item = { label: string; key: string; opens: OpenBookingDialog };

const MOVE: Item = { label: 'Move delivery', key: 'M', opens: { dialog: 'change', change: 'reschedule' } };
const LAST_DAY: Item = { label: 'Change last day', key: 'E', opens: { dialog: 'change', change: 'lastDay' } };
const SIZE: Item = { label: 'Change size', key: 'S', opens: { dialog: 'change', change: 'resize' } };
const RENTAL: Item = { label: 'Change rental', key: 'R', opens: { dialog: 'change', change: 'rental' } };
const EXCHANGE: Item = { label: 'Exchange', key: 'X', opens: { dialog: 'change', change: 'exchange' } };
const CANCEL: Item = { label: 'Cancel booking', key: '', opens: { dialog: 'cancel' } };

/**
 * The changes that a booking allows. A delivery before today that is not marked as done counts as done, but can still
 * be moved.
 */
export function changeItemsOf({ status, isCancelling, isOnSite, deliveryDate }: Booking): Item[] {
  if (isOver(status) || isCancelling) return [];
  const isDelivered = isOnSite || deliveryDate < todayHere();
  const start = isOnSite ? [] : [MOVE];
  return [...start, LAST_DAY, ...(isDelivered ? [EXCHANGE] : [SIZE, RENTAL]), CANCEL];
}

type Props = { booking: Booking; onOpen: (opened: OpenBookingDialog) => void };

export const changeMenuId = (bookingId: number) => `change-booking-${bookingId}`;

/** The menu of changes to a booking; nothing for users who may not change it, or if nothing can be changed. */
export function ChangeMenu({ booking, onOpen }: Props) {
  const items = changeItemsOf(booking);
  if (!useMayWrite() || items.length === 0) return null;
  return (
    <MenuButton
      id={changeMenuId(booking.id)}
      label={`Change booking #${booking.id}`}
      items={items.map(({ label, key, opens }) => ({ label, keyHint: key, onPick: () => onOpen(opens) }))}
      className={buttonClass('secondary', 'text-sm')}
    >
      Change
      <Icon name="right" className="size-3.5 rotate-90" />
    </MenuButton>
  );
}

/** On the page of a booking a key opens the dialog of a change: 'M' moves the delivery. */
export function useChangeKeys({ booking, onOpen }: Props) {
  const mayWrite = useMayWrite();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!mayWrite || event.defaultPrevented || event.repeat || isForElsewhere(event)) return;
    const item = changeItemsOf(booking).find(({ key }) => key === event.key.toUpperCase() && key !== '');
    if (!item) return;
    event.preventDefault();
    onOpen(item.opens);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

const TYPING = 'input, select, textarea, [contenteditable], [role=menu]';

/** A shortcut of the browser, a key in a text, or a key in a dialog. */
function isForElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.closest(TYPING) !== null)
  );
}
