import { type FormEvent, useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { fieldText } from '#domain/rental/booking-fields.ts';
import { formatDay } from '#domain/shared/days.ts';
import { type DetailsInput, type SavedDetails, useUpdateBooking } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card, Fact, Facts } from '#web/kit/ui/Card.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { useMayWrite } from '#web/office/bookings/use-may.ts';

/** The street permit of a booking that is placed on a street. Users with write access enter it. */
export function PermitCard({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const { placementType, permitNumber, permitExpires } = read.value;
  if (placementType !== 'street' && permitNumber === null) return null;
  return (
    <Card title="Street Permit">
      {mayWrite ? (
        <PermitForm read={read} />
      ) : (
        <Facts areShort>
          <Fact name="Permit number">{permitNumber ?? 'Not entered'}</Fact>
          <Fact name="Valid until">{permitExpires === null ? 'Not entered' : formatDay(permitExpires)}</Fact>
        </Facts>
      )}
    </Card>
  );
}

function PermitForm({ read }: { read: VersionedBooking }) {
  const { id, permitNumber, permitExpires, pickupDay } = read.value;
  const [number, setNumber] = useState(permitNumber ?? '');
  const [expires, setExpires] = useState(permitExpires ?? '');
  const isChanged = number.trim() !== (permitNumber ?? '') || expires !== (permitExpires ?? '');
  const saving = useBookingSave<DetailsInput, SavedDetails>(read, useUpdateBooking(id), {
    onSaved: ({ value }) => toast({ title: 'Permit Saved', text: savedText(value), variant: 'plain' }),
    onFailed: (error) => toastFailure('The permit could not be saved.', error),
    versionOf: (saved) => saved,
    basisOf: isChanged ? permitOf : null,
  });
  const { save, isPending, discard } = saving;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void save({ permitNumber: number.trim() || null, permitExpires: expires || null });
  };
  return (
    <>
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="permitNumber"
          label="Permit number"
          autoComplete="off"
          maxLength={100}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          error={undefined}
        />
        <TextField
          name="permitExpires"
          type="date"
          label="Valid until"
          hint={`The pickup is on ${formatDay(pickupDay)}.`}
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
          error={undefined}
        />
        <Button type="submit" variant="secondary" className="justify-self-start" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save permit'}
        </Button>
      </form>
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'permitNumber', text: fieldText('permitNumber', number.trim() || null) }}
        onDiscard={() => {
          setNumber(permitNumber ?? '');
          setExpires(permitExpires ?? '');
          discard();
        }}
      />
    </>
  );
}

const permitOf = ({ permitNumber, permitExpires }: Booking) => `${permitNumber} ${permitExpires}`;

function savedText({ attention, permitNumber, permitExpires, pickupDay }: Booking): string {
  if (!attention.includes('permit')) return 'The permit is valid on the day of the pickup.';
  if (permitNumber === null || permitExpires === null) return 'Enter the number and the last day.';
  return `The permit ends before the pickup on ${formatDay(pickupDay)}.`;
}
