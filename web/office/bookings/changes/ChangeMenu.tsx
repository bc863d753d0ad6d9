import { useEffect, useEffectEvent } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { ADDED_JOB_TYPES } from '#domain/jobs/added-jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { useMenuActions } from '#web/kit/ui/browser/menu-actions.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { OpenBookingDialog } from '#web/office/bookings/BookingDialog.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { listChangeItems } from './change-items.ts';

type Props = { booking: Booking; onOpen: (opened: OpenBookingDialog) => void };

export const changeMenuId = (bookingId: number) => `change-booking-${bookingId}`;

/** The menu of changes to a booking; nothing for users who may not change it, or if nothing can be changed. */
export function ChangeMenu({ booking, onOpen }: Props) {
  const items = pageItemsOf(booking);
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

type Item = ReturnType<typeof listChangeItems>[number];
const isExchange = ({ opens }: Item) => opens.dialog === 'change' && opens.change === 'exchange';
const ADDED_JOBS = ADDED_JOB_TYPES.map(
  (change): Item => ({ label: JOB_LABELS[change], key: '', opens: { dialog: 'change', change } }),
);
/** The jobs can be added whenever a dumpster can be exchanged. Rows of lists do not offer them. */
const jobItemsOf = (booking: Booking): Item[] =>
  listChangeItems(booking).flatMap((item) => (isExchange(item) ? [item, ...ADDED_JOBS] : []));
const pageItemsOf = (booking: Booking): Item[] =>
  listChangeItems(booking).flatMap((item) => (isExchange(item) ? [item, ...ADDED_JOBS] : [item]));

/** The truck jobs that can be added while the dumpster is on site; nothing for users who may not change the booking. */
export function AddJobMenu({ booking, onOpen }: Props) {
  const items = jobItemsOf(booking);
  if (!useMayWrite() || items.length === 0) return null;
  return (
    <MenuButton
      id={`add-job-${booking.id}`}
      label={`Add job to booking #${booking.id}`}
      items={items.map(({ label, key, opens }) => ({ label, keyHint: key, onPick: () => onOpen(opens) }))}
      className={buttonClass('secondary', 'text-sm')}
    >
      Add job
      <Icon name="right" className="size-3.5 rotate-90" />
    </MenuButton>
  );
}

/** On the page of a booking a key opens the dialog of a change: 'M' moves the delivery. */
export function useChangeKeys({ booking, onOpen }: Props) {
  const mayWrite = useMayWrite();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!mayWrite || event.defaultPrevented || event.repeat || isForElsewhere(event)) return;
    const item = listChangeItems(booking).find(({ key }) => key === event.key.toUpperCase() && key !== '');
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
