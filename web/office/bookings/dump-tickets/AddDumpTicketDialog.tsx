import { useQuery } from '@tanstack/react-query';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { type addDumpTicket, type NewDumpTicket, newDumpTicket } from '#contract/dump-tickets.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { readWeight, WEIGHT_UNITS, type WeightUnit } from '#domain/catalog/dump-tickets.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { sitesQuery } from '#web/api/dispatch-setup.ts';
import { useAddDumpTicket } from '#web/api/dump-tickets.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { readPrice } from '#web/office/bookings/price/read-price.ts';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';

const SITES = 'dump-sites';
const WEIGHT_OPTIONS = Object.entries(WEIGHT_UNITS).map(([value, label]) => ({ value, label }));
const FAILURE_TEXT = 'Failed to add the dump ticket.';

/** Records a ticket of the landfill. */
export function AddDumpTicketDialog({ read, onClose }: { read: VersionedBooking; onClose: () => void }) {
  const { id } = read.value;
  const add = useAddDumpTicket(id);
  const today = todayHere();
  const { data: places = [] } = useQuery(sitesQuery);
  const sites = places.filter(({ kind }) => kind === 'disposal');
  const form = useForm<TypedTicket, unknown, NewDumpTicket>({
    resolver: resolveTicket,
    defaultValues: {
      weight: '',
      weightUnit: 'pounds',
      dumpLocation: '',
      dumpDate: today,
      feeAmount: '',
      ticketNumber: '',
      notes: '',
    },
  });
  const { register, formState } = form;
  const errorOf = (field: keyof TypedTicket) => formState.errors[field]?.message;
  const saving = useBookingSave<NewDumpTicket, ReplyOf<typeof addDumpTicket>>(read, add, {
    onSaved: ({ feeAmount }) => {
      announce(`The dump ticket is added, with a fee of ${formatUsd(feeAmount)}.`);
      onClose();
    },
    onFailed: (error) => {
      showFieldErrors(form, error);
      toastFailure(FAILURE_TEXT, error);
    },
  });
  const failure = saving.conflict ? null : add.error;
  return (
    <FormDialog
      title="Add a dump ticket"
      text={`Booking #${id}`}
      submitText="Add ticket"
      pendingText="Adding..."
      isPending={saving.isPending}
      isDirty={formState.isDirty}
      error={failure && failureText(FAILURE_TEXT, failure)}
      onSubmit={form.handleSubmit((ticket) => saving.save(ticket))}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_1fr]">
        <TextField
          {...register('weight')}
          label="Weight"
          hint={form.watch('weightUnit') === 'tons' ? 'Such as 1.25' : 'Such as 2,400'}
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('weight')}
        />
        <SelectField
          {...register('weightUnit')}
          label="Measured in"
          options={WEIGHT_OPTIONS}
          error={undefined}
        />
        <TextField
          {...register('feeAmount')}
          label="Fee"
          hint="In dollars"
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('feeAmount')}
        />
      </div>
      <TextField
        {...register('dumpLocation')}
        label="Dump location"
        hint="A disposal site of Settings, or any other place"
        list={SITES}
        autoComplete="off"
        error={errorOf('dumpLocation')}
      />
      <datalist id={SITES}>
        {sites.map(({ id: siteId, name }) => (
          <option key={siteId} value={name} />
        ))}
      </datalist>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('dumpDate')}
          type="date"
          label="Dump date"
          max={today}
          error={errorOf('dumpDate')}
        />
        <TextField
          {...register('ticketNumber')}
          label="Ticket number"
          optional
          autoComplete="off"
          error={errorOf('ticketNumber')}
        />
      </div>
      <TextAreaField {...register('notes')} label="Notes" hint="For staff only" error={errorOf('notes')} />
      <BookingConflict read={read} saving={saving} input={null} onDiscard={onClose} />
    </FormDialog>
  );
}

/** The form's values. */
type TypedTicket = {
  weight: string;
  weightUnit: WeightUnit;
  dumpLocation: string;
  dumpDate: string;
  feeAmount: string;
  ticketNumber: string;
  notes: string;
};

/** Reads pounds and dollars from what was typed; the limits are the contract's. */
const resolveTicket: Resolver<TypedTicket, unknown, NewDumpTicket> = (typed) => {
  const fee = readPrice(typed.feeAmount);
  const { weightUnit, ...entries } = typed;
  const weight = readWeight(typed.weight, weightUnit);
  const { data, error } = newDumpTicket.safeParse({
    ...entries,
    weight: 'pounds' in weight ? weight.pounds : 1,
    feeAmount: fee.cents ?? 0,
  });
  const issues = error?.issues.map(({ path, message }) => ({ field: String(path[0]), message })) ?? [];
  if ('inputError' in weight) issues.push({ field: 'weight', message: weight.inputError });
  if (fee.inputError) issues.push({ field: 'feeAmount', message: fee.inputError });
  if (data && issues.length === 0) return { values: data, errors: {} };
  const errors = Object.fromEntries(
    issues.toReversed().map(({ field, message }) => [field, { type: 'typed', message }]),
  );
  return { values: {}, errors: errors as FieldErrors<TypedTicket> };
};
