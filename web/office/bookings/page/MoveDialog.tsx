import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import { moveBooking } from '#contract/staff-bookings.ts';
import { freeDumpstersQuery, useMoveBooking } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { daysText } from '#web/office/bookings/words.ts';

type Props = {
  read: VersionedBooking;
  /** The unit that is chosen at first. */
  proposedId?: number | null;
  /** The number of the unit that the booking has now, if it is known. */
  currentNumber?: string | undefined;
  /** Which of several units changes, in words for the dialog; without it, the one on site, else the next one. */
  unit?: { role: string; title: string; text: string };
  onClose: () => void;
};

/** Moves a booking to another unit that is free for its days, units of its own size first. */
export function MoveDialog({ read, proposedId = null, currentNumber, unit, onClose }: Props) {
  const booking = read.value;
  const { id } = booking;
  const free = useQuery(freeDumpstersQuery(id, unit?.role));
  const [chosen, setChosen] = useState(proposedId === null ? '' : String(proposedId));
  const role = unit && { role: unit.role };
  const [inputError, setInputError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const move = useMoveBooking(id);
  const number = free.data?.find((one) => String(one.id) === chosen)?.dumpsterNumber ?? '';
  const saving = useBookingSave<{ dumpsterId: number; role?: string | undefined }>(read, move, {
    onSaved: () => {
      announce(`The booking has unit ${number} now.`);
      onClose();
    },
    // The unit may have been booked in between; reload the choices.
    onFailed: (error) => {
      setFailure(failureText('Failed to move the booking.', error));
      void free.refetch();
    },
    // A colleague's unit is not replaced unseen.
    basisOf: ({ dumpsterId, version }) => (role ? version : dumpsterId),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const parsed = moveBooking.body.safeParse({ dumpsterId: Number(chosen), ...role });
    setInputError(parsed.error?.issues[0]?.message);
    if (parsed.data) void saving.save(parsed.data);
    else document.getElementById('dumpsterId')?.focus();
  };
  const isFirst = booking.dumpsterId === null;
  return (
    <FormDialog
      title={unit?.title ?? (isFirst ? 'Assign a unit' : 'Move to another unit')}
      text={unit?.text ?? subjectText(booking, currentNumber)}
      submitText={isFirst ? 'Assign' : 'Move'}
      pendingText={isFirst ? 'Assigning...' : 'Moving...'}
      isPending={saving.isPending}
      isDirty={false}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choices
        free={free}
        ownSize={{ id: booking.dumpsterType, name: booking.sizeName }}
        chosen={chosen}
        inputError={inputError}
        onChoose={setChosen}
      />
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'dumpsterId', text: number }}
        onDiscard={onClose}
      />
    </FormDialog>
  );
}

/** 'Booking #12: 15-Yard, Nov 3 to Nov 7. It has dumpster D-7 now.' */
function subjectText(booking: VersionedBooking['value'], currentNumber: string | undefined): string {
  const text = `Booking #${booking.id}: ${booking.sizeName}, ${daysText(booking)}`;
  return currentNumber === undefined ? text : `${text}. It has unit ${currentNumber} now.`;
}

type SizeGroup = { id: string; name: string };

type ChoicesProps = {
  free: {
    data: Dumpster[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  ownSize: SizeGroup;
  chosen: string;
  inputError: string | undefined;
  onChoose: (id: string) => void;
};

function Choices({ free, ownSize, chosen, inputError, onChoose }: ChoicesProps) {
  const { data, error, isFetching, refetch } = free;
  if (error) {
    return (
      <LoadFailure
        failed="The free units could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Looking for free units...</span>
        <div aria-hidden="true" className="h-16 animate-pulse rounded-md bg-sunk" />
      </div>
    );
  }
  if (data.length === 0) {
    return <Notice variant="quiet">No other unit is free for the days that are left.</Notice>;
  }
  const sizes = new Map(data.map(({ sizeId, dumpsterType }) => [sizeId, dumpsterType]));
  const hasOwnSize = sizes.has(ownSize.id);
  return (
    <Field
      name="dumpsterId"
      label="Free units"
      error={inputError}
      {...(!hasOwnSize && { hint: `No other ${ownSize.name} is free; these are of other sizes.` })}
    >
      <select
        name="dumpsterId"
        {...fieldAria('dumpsterId', inputError, hasOwnSize ? undefined : 'hint')}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        className={CONTROL}
      >
        <option value="">Choose a unit</option>
        {[...sizes].map(([sizeId, name]) => (
          <optgroup key={sizeId} label={`${name}, ${sizeId === ownSize.id ? 'as booked' : 'another size'}`}>
            {data
              .filter((unit) => unit.sizeId === sizeId)
              .map(({ id, dumpsterNumber }) => (
                <option key={id} value={id}>
                  {dumpsterNumber} ({name})
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}
