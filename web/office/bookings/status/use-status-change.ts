import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { reopeningReply } from '#contract/reopening.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import { BOOKING_STATUS_LABELS, type BookingStatus, isOver, UNDO_SECONDS } from '#domain/rental/bookings.ts';
import {
  type SavedStatus,
  type StatusInput,
  useSetBookingStatus,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { CallError } from '#web/api/call.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { endedLinkText } from '#web/office/bookings/words.ts';

/**
 * Sets a booking's status under the version that is on the screen, and says so. A change can be undone for
 * ten seconds, but not to or from a status that cannot follow: 'cancelled' has no Undo, and a completed rental is not
 * cancelled. A cancelled booking asks before it is reopened and names its refunds, and so does one that breaks calendar
 * rules: `warned`. An undo sends no e-mail, but an e-mail that the undone change dropped is sent after all.
 */
export function useStatusChange(read: VersionedBooking, onSaved?: (saved: SavedStatus) => void) {
  const { id, status: before, version } = read.value;
  const change = useSetBookingStatus(id);
  const undo = undoOf(change, before);
  const lastInput = useRef<StatusInput | null>(null);
  const [warned, setWarned] = useState<Warned | null>(null);
  const saving = useBookingSave<StatusInput, SavedStatus>(read, change, {
    versionOf: (saved) => saved,
    onSaved: (saved) => {
      const { status, endedPayLink } = saved.value;
      toast({
        title: 'Status Updated',
        text: `Booking status successfully updated.${endedLinkText(endedPayLink)}`,
        variant: 'plain',
        ...(status !== 'cancelled' &&
          !(status === 'completed' && before === 'cancelled') && {
            durationMs: UNDO_SECONDS * 1000,
            action: { label: 'Undo', run: () => void undo(saved) },
          }),
      });
      onSaved?.(saved);
    },
    onFailed: (error) => {
      const reopening = parseReopening(error);
      if (reopening && lastInput.current) setWarned({ input: lastInput.current, ...reopening });
      else toastFailure('Failed to update booking status.', error);
    },
  });
  const [picked, setPicked] = useState<{ status: BookingStatus; version: number } | null>(null);
  const save = async (input: StatusInput) => {
    lastInput.current = input;
    setWarned(null);
    setPicked({ status: input.status, version });
    if (!(await saving.save(input))) setPicked(null);
  };
  const question = usePickedUpQuestion(read.value.isOnSite, (input) =>
    before === 'cancelled'
      ? setWarned({ input, warnings: [], dueAgain: read.value.dueAgainAmount })
      : void save(input),
  );
  // The newer version of the booking has the saved or restored status.
  const isCurrent = picked?.version === version;
  return {
    /** The status to show: the picked one as soon as it is picked, also during a conflict. */
    status: saving.conflict?.input.status ?? (isCurrent ? picked.status : before),
    save,
    ...question,
    saving,
    /** The booking that is reopened has these refunds and breaks these calendar rules; a user may reopen it anyway. */
    warned: warned && {
      warnings: warned.warnings,
      dueAgain: warned.dueAgain,
      reserves: !isOver(warned.input.status),
      override: () => void save(overriding(warned)),
      discard: () => setWarned(null),
    },
    /** Why it could not be saved, unless that is a conflict. */
    failure: saving.conflict ? null : change.error,
  };
}

/** Changes a booking back to the status before. */
function undoOf(change: ReturnType<typeof useSetBookingStatus>, before: BookingStatus) {
  return async ({ value: { status, droppedEmail }, etag: ifMatch }: SavedStatus) => {
    try {
      await change.mutateAsync({
        status: before,
        notifyCustomer: droppedEmail,
        // The booking had these days until a moment ago, so no calendar rule stops the undo.
        ...(isOver(status) && { override: [...CALENDAR_REFUSALS] }),
        ifMatch,
      });
      toast({
        title: 'Status Updated',
        text: `Changed back to ${BOOKING_STATUS_LABELS[before]}.${droppedEmail ? STILL_SENT : ''}`,
        variant: 'plain',
      });
    } catch (error) {
      toastFailure('Failed to undo the change of status.', error);
    }
  };
}

/** Asks before a booking whose unit is on site is completed whether the unit has been picked up. */
function usePickedUpQuestion(isOnSite: boolean, save: (input: StatusInput) => void) {
  const [asked, setAsked] = useState<StatusInput | null>(null);
  const answer = (pickedUp: boolean) => {
    setAsked(null);
    if (asked) save({ ...asked, pickedUp });
  };
  return {
    /** As save, but asks first if it must. */
    pick: (input: StatusInput) => (input.status === 'completed' && isOnSite ? setAsked(input) : save(input)),
    asked: asked && { answer, discard: () => setAsked(null) },
  };
}

type Reopening = Pick<z.output<typeof reopeningReply>, 'warnings' | 'dueAgain'>;
type Warned = Reopening & { input: StatusInput };

function overriding({ input, warnings, dueAgain }: Warned): StatusInput {
  const override = warnings.map(({ rule }) => rule);
  return { ...input, ...(override.length > 0 && { override }), ...(dueAgain > 0 && { dueAgain }) };
}

/** Why a reopening was refused that the user may confirm; null for any other error. */
function parseReopening(error: unknown): Reopening | null {
  return z.safeParse(reopeningReply, error instanceof CallError ? error.body : null).data ?? null;
}

const STILL_SENT = ' The e-mail about it is still sent.';
