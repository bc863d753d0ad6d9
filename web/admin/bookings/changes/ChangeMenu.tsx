import { useEffect, useEffectEvent } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import type { OpenBookingDialog } from '#web/admin/bookings/BookingDialog.tsx';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { useMenuActions } from '#web/ui/browser/menu-actions.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { changeItemsOf } from './change-items.ts';

type Props = { booking: Booking; onOpen: (opened: OpenBookingDialog) => void };

export const changeMenuId = (bookingId: number) => `change-booking-${bookingId}`;

/** The menu of changes to a booking; nothing for users who may not change it, or if nothing can be changed. */
export function ChangeMenu({ booking, onOpen }: Props) {
  const items = changeItemsOf(booking);
  const id = changeMenuId(booking.id);
  useMenuActions(
    id,
    items.map(({ label, key, opens }) => ({
      label,
      ...(key && { shortcut: key }),
      run: () => onOpen(opens),
    })),
  );
  if (!useMayWrite() || items.length === 0) return null;
  return (
    <MenuButton
      id={id}
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
