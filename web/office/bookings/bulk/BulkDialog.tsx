import { useMemo, useState } from 'react';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import type { BulkStatus } from '#domain/rental/bulk-actions.ts';
import { formatCount } from '#domain/shared/text.ts';
import { type BulkRequest, useStartBulkAction } from '#web/api/bulk-actions.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';
import type { BulkTarget } from './BulkBar.tsx';

type Props = {
  /** Null: a reminder is sent. */
  status: BulkStatus | null;
  count: number;
  target: BulkTarget;
  /** Called with the id of the action. */
  onStarted: (id: number) => void;
  /** The list may show something else than the server has. */
  onFailed: () => void;
  onClose: () => void;
};

/** Asks before many bookings are changed. By default no customer is notified, and units on site stay so. */
export function BulkDialog({ status, count, target, onStarted, onFailed, onClose }: Props) {
  const [isNotified, setNotified] = useState(false);
  const [isPickedUp, setPickedUp] = useState(false);
  const body = useMemo((): BulkRequest => {
    if (status === null) return { type: 'reminder', ...target };
    const input = { status, notifyCustomer: isNotified, pickedUp: isPickedUp };
    return { type: 'status', ...target, input };
  }, [status, target, isNotified, isPickedUp]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request needs another key
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [body]);
  const start = useStartBulkAction(idempotencyKey);
  const bookings = count === 1 ? '1 booking' : `${formatCount(count)} bookings`;
  const { title, confirmText } = textsOf(status, bookings);
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (start.isPending) return;
    start.mutate(body, { onSuccess: ({ id }) => onStarted(id), onError: onFailed });
  };
  return (
    <Dialog
      title={title}
      text={explanationOf(status)}
      layout="narrow"
      error={start.error && reasonText(start.error)}
      onClose={start.isPending ? null : onClose}
      onSubmit={submit}
      footer={
        <DialogButtons>
          <LeaveButton isLocked={start.isPending} onClick={onClose}>
            Cancel
          </LeaveButton>
          <Button type="submit" disabled={start.isPending}>
            {start.isPending ? 'Starting...' : confirmText}
          </Button>
        </DialogButtons>
      }
    >
      {status === 'confirmed' && (
        <Choice
          legend="How many customers are notified?"
          hint="Customers without an e-mail address, and those who got the confirmation before, get none."
          options={['None', count === 1 ? 'The customer' : `All ${formatCount(count)} customers`]}
          isSecond={isNotified}
          onPick={setNotified}
        />
      )}
      {status === 'completed' && (
        <Choice
          legend="Have units on site been picked up?"
          hint="If not, their pickups stay open and their days stay reserved."
          options={['No, not yet', 'Yes, picked up']}
          isSecond={isPickedUp}
          onPick={setPickedUp}
        />
      )}
    </Dialog>
  );
}

function textsOf(status: BulkStatus | null, bookings: string) {
  if (status === null)
    return { title: `Send a reminder for ${bookings}?`, confirmText: `Remind of ${bookings}` };
  const label = BOOKING_STATUS_LABELS[status];
  return { title: `Set ${bookings} to ${label}?`, confirmText: `Set ${bookings} to ${label}` };
}

function explanationOf(status: BulkStatus | null) {
  const failures = 'A booking that cannot be changed is listed with its reason, and the others go on.';
  if (status === null) {
    return `Customers of pending bookings are e-mailed, at most once a day. ${failures}`;
  }
  const others = status === 'completed' ? '' : 'Completed and cancelled bookings are opened again. ';
  const mail = status === 'confirmed' ? '' : 'No customer is notified. ';
  return `${mail}${others}${failures}`;
}

type ChoiceProps = {
  legend: string;
  hint: string;
  options: readonly [string, string];
  isSecond: boolean;
  onPick: (isSecond: boolean) => void;
};

function Choice({ legend, hint, options, isSecond, onPick }: ChoiceProps) {
  return (
    <fieldset className="mt-5" aria-describedby="bulk-choice-hint">
      <legend className="mb-1 font-semibold text-sm">{legend}</legend>
      {options.map((label, index) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="choice"
            checked={isSecond === (index === 1)}
            onChange={() => onPick(index === 1)}
            className="size-5 shrink-0 accent-brand"
          />
          {label}
        </label>
      ))}
      <p id="bulk-choice-hint" className="text-ink-soft text-sm">
        {hint}
      </p>
    </fieldset>
  );
}
