import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { type KeptDaysInput, keptDaysInput, type PriceProposal } from '#contract/price-proposal.ts';
import { formatDay } from '#domain/shared/days.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { useChangeKeptDays } from '#web/api/price-proposal.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';

type LatePickup = NonNullable<PriceProposal['keptDays']>;

const FAILURE_TEXT = 'Failed to change the days.';
type Choice = 'count' | 'asked' | 'remove';
type Typed = { choice: Choice; askedDay: string; reason: string };

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'count', label: 'The customer kept it until the pickup' },
  { value: 'asked', label: 'The customer asked for an earlier pickup' },
  { value: 'remove', label: 'Do not charge these days' },
];

/** The field of each choice that needs one. */
const DETAILS = {
  asked: {
    name: 'askedDay',
    type: 'date',
    label: 'Pickup the customer asked for',
    hint: 'Days after it are not charged, unless the agreed day is later.',
  },
  remove: {
    name: 'reason',
    type: 'text',
    label: 'Reason',
    hint: 'The history of the booking keeps it.',
    autoComplete: 'off',
  },
} as const;

type DialogProps = { read: VersionedBooking; kept: LatePickup; onClose: () => void };

/** Says whether the days after the agreed pickup count, and until when. */
export function LatePickupDialog({ read, kept, onClose }: DialogProps) {
  const { id, status } = read.value;
  const change = useChangeKeptDays(id);
  const form = useForm<Typed, unknown, KeptDaysInput>({ resolver, defaultValues: typedOf(kept) });
  const { register, formState, watch } = form;
  const choice = watch('choice');
  const saving = useBookingSave<KeptDaysInput>(read, change, {
    onSaved: () => {
      announce('The proposed price is updated.');
      onClose();
    },
    onFailed: (error) => {
      showFieldErrors(form, error);
      toastFailure(FAILURE_TEXT, error);
    },
    // The booking does not show when these days were changed: each newer version counts as a conflict.
    basisOf: ({ version }) => version,
  });
  const isCancelled = status === 'cancelled';
  const canChoose = (one: Choice) =>
    one === 'remove' ? kept.collectedDay !== null : one === 'asked' || !isCancelled;
  const detailError = choice === 'count' ? undefined : formState.errors[DETAILS[choice].name];
  const failure = saving.conflict ? null : change.error;
  return (
    <FormDialog
      title="Days after the pickup day"
      text={`Booking #${id}. The pickup was agreed for ${formatDay(kept.agreedPickupDay)}. The final price stays until you set it again.`}
      submitText="Save"
      pendingText="Saving..."
      isPending={saving.isPending}
      isDirty={formState.isDirty}
      error={failure && failureText(FAILURE_TEXT, failure)}
      onSubmit={form.handleSubmit((input) => saving.save(input))}
      onClose={onClose}
    >
      <SelectField
        {...register('choice')}
        label="Why the pickup was late"
        error={formState.errors.choice?.message}
        options={CHOICES.filter(({ value }) => canChoose(value))}
        {...(isCancelled && {
          hint: 'The customer asked for the pickup by cancelling. To charge more days, enter a later day.',
        })}
      />
      {choice !== 'count' && (
        <TextField {...register(DETAILS[choice].name)} {...DETAILS[choice]} error={detailError?.message} />
      )}
      <BookingConflict read={read} saving={saving} input={null} onDiscard={onClose} />
    </FormDialog>
  );
}

function typedOf({ askedDay, removedReason }: LatePickup): Typed {
  const asked = askedDay === null ? 'count' : 'asked';
  return {
    choice: removedReason === null ? asked : 'remove',
    askedDay: askedDay ?? '',
    reason: removedReason ?? '',
  };
}

/** A day that the customer asked for stays when staff remove the days. */
const resolver: Resolver<Typed, unknown, KeptDaysInput> = ({ choice, askedDay, reason }) => {
  const { data, error } = keptDaysInput.safeParse({
    askedDay: choice === 'asked' || (choice === 'remove' && askedDay !== '') ? askedDay : null,
    removedReason: choice === 'remove' ? reason : null,
  });
  if (data) return { values: data, errors: {} };
  const errors: FieldErrors<Typed> = {};
  for (const { path, message } of error.issues) {
    const isDay = path[0] === 'askedDay';
    errors[isDay ? 'askedDay' : 'reason'] ??= { type: 'typed', message: isDay ? 'Choose a day' : message };
  }
  return { values: {}, errors };
};
