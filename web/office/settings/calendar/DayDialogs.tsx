import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import type { BlackoutDay } from '#contract/blackout-days.ts';
import { LIMITS } from '#contract/fields.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { useCloseDay, useOpenDay } from '#web/api/blackout-days.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { MutationDialog } from '#web/kit/form/dialog/MutationDialog.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

const STORED_REASON = 'settings-closed-day';
const storedReason = z.object({ day: z.string(), reason: z.string() });

/** The day whose dialog was open with a reason before a reload; null without one. */
export function readStoredReason(): z.output<typeof storedReason> | null {
  try {
    const parsed = z.safeParse(storedReason, JSON.parse(tabStorage.get(STORED_REASON) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Asks for the reason and closes a day. What is typed survives a reload. */
export function CloseDayDialog({ day, onClose }: { day: Day; onClose: () => void }) {
  const close = useCloseDay();
  const [reason, setReason] = useState(() => {
    const stored = readStoredReason();
    return stored?.day === day ? stored.reason : '';
  });
  const leave = () => {
    tabStorage.remove(STORED_REASON);
    onClose();
  };
  const [error, setError] = useState<string | undefined>(undefined);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Enter the reason');
    close.mutate(
      { day, reason },
      {
        onSuccess: ({ bookings }) => {
          const text =
            bookings > 0
              ? `${bookings === 1 ? '1 booking has' : `${bookings} bookings have`} a truck move on it; they stay.`
              : 'No booking has a truck move on it.';
          toast({ variant: 'plain', title: `${formatDay(day)} is closed`, text });
          leave();
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Close ${formatDay(day)}`}
      text="Customers cannot choose it for a delivery, and no pickup is planned on it."
      submitText="Close the day"
      pendingText="Closing..."
      isPending={close.isPending}
      isDirty={reason !== ''}
      error={close.error && failureText('The day could not be closed.', close.error)}
      onSubmit={onSubmit}
      onClose={leave}
    >
      <TextField
        name="reason"
        label="Reason"
        hint="For your staff, such as Thanksgiving."
        maxLength={LIMITS.name}
        autoComplete="off"
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          tabStorage.set(STORED_REASON, JSON.stringify({ day, reason: event.target.value }));
          setError(undefined);
        }}
        error={error}
      />
    </FormDialog>
  );
}

/** Asks before a closed day is opened again. */
export function OpenDayDialog({ closed, onClose }: { closed: BlackoutDay; onClose: () => void }) {
  const open = useOpenDay();
  const name = formatDay(closed.day);
  return (
    <MutationDialog
      title={`Open ${name} again?`}
      confirmText="Open the day"
      pendingText="Opening..."
      mutation={open}
      target={closed.day}
      done={{ title: `${name} is open`, text: 'Customers can choose it if the calendar rules allow it.' }}
      failed="The day could not be opened."
      onClose={onClose}
    >
      It is closed for this reason: {closed.reason}
    </MutationDialog>
  );
}
