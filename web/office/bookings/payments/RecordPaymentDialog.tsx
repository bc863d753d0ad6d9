import { useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { recordPayment } from '#contract/recorded-payments.ts';
import { RECORDED_METHOD_LABELS, RECORDED_METHODS } from '#domain/money/recorded.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { type RecordRequest, useRecordPayment } from '#web/api/payments.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { dollarsText, readPrice } from '#web/office/bookings/price/read-price.ts';

const FAILURE_TEXT = 'Failed to record the payment.';

type Props = {
  read: VersionedBooking;
  /** Cents. */
  remaining: number;
  /** The amount of the open payment link, which ends; null without one. */
  linkAmount: number | null;
  onClose: () => void;
};

/** Records a payment by cash, check or transfer. Repeating it in one dialog records it once. */
export function RecordPaymentDialog({ read, remaining, linkAmount, onClose }: Props) {
  const { id } = read.value;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const record = useRecordPayment(id, { idempotencyKey, ifMatch: read.etag });
  const today = todayHere();
  const form = useForm<TypedPayment, unknown, RecordRequest>({
    resolver: makeResolver(remaining),
    defaultValues: { method: 'cash', amount: dollarsText(remaining), day: today, reference: '' },
  });
  const { register, formState } = form;
  const errorOf = (field: keyof TypedPayment) => formState.errors[field]?.message;
  const submit = createSubmitHandler(form, {
    save: (payment) => record.mutateAsync(payment),
    onSaved: ({ booking, transaction }) => {
      const due = booking.balanceDue > 0 ? ` ${formatUsd(booking.balanceDue)} is still due.` : '';
      const text = `${formatUsd(transaction.amount)} is recorded.${due}`;
      toast({ title: 'Payment Recorded', text, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastFailure(FAILURE_TEXT, error),
  });
  const end = linkAmount === null ? '' : ` The open payment link for ${formatUsd(linkAmount)} ends.`;
  return (
    <FormDialog
      title="Record a payment"
      text={`Booking #${id}: ${formatUsd(remaining)} is due.${end}`}
      submitText="Record payment"
      pendingText="Recording..."
      isPending={record.isPending}
      isDirty={formState.isDirty}
      error={record.error && failureText(FAILURE_TEXT, record.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...register('method')}
          label="Method"
          error={errorOf('method')}
          options={RECORDED_METHODS.map((value) => ({ value, label: RECORDED_METHOD_LABELS[value] }))}
        />
        <TextField
          {...register('amount')}
          label="Amount"
          hint="In dollars"
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('amount')}
        />
        <TextField {...register('day')} type="date" label="Day received" max={today} error={errorOf('day')} />
        <TextField
          {...register('reference')}
          label="Reference"
          hint="The number of the check or transfer. Optional"
          autoComplete="off"
          error={errorOf('reference')}
        />
      </div>
    </FormDialog>
  );
}

type TypedPayment = { method: RecordRequest['method']; amount: string; day: string; reference: string };

/** Reads dollars from what was typed; the limits are the contract's and the balance due. */
function makeResolver(remaining: number): Resolver<TypedPayment, unknown, RecordRequest> {
  return (typed) => {
    const { cents, inputError } = readPrice(typed.amount);
    const { data, error } = recordPayment.body.safeParse({ ...typed, amount: cents ?? 0 });
    const issues = error?.issues.map(({ path, message }) => ({ field: String(path[0]), message })) ?? [];
    if (inputError) issues.push({ field: 'amount', message: inputError });
    if (cents !== undefined && cents > remaining) {
      issues.push({ field: 'amount', message: `Only ${formatUsd(remaining)} is due` });
    }
    if (typed.day > todayHere()) issues.push({ field: 'day', message: 'The day must not be in the future' });
    if (data && issues.length === 0) return { values: data, errors: {} };
    const errors = Object.fromEntries(
      issues.toReversed().map(({ field, message }) => [field, { type: 'typed', message }]),
    );
    return { values: {}, errors: errors as FieldErrors<TypedPayment> };
  };
}
