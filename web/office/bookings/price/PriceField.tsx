import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { CONTROL, FieldError, fieldAria } from '#web/kit/form/Field.tsx';

type Props = Omit<ComponentProps<typeof DollarField>, 'name' | 'hint'>;

/** A final price in dollars. The hint says what it includes, because users confuse it with the balance due. */
export function PriceField(props: Props) {
  return <DollarField {...props} name="finalPrice" hint="The total of the rental, deposit included" />;
}

type DollarFieldProps = Omit<ComponentProps<'input'>, 'name' | 'className' | 'type' | 'id'> & {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
};

/** An input for an amount in dollars. */
export function DollarField({ name, label, hint, error, ...input }: DollarFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-soft">
          $
        </span>
        <input
          {...input}
          type="number"
          name={name}
          step="0.01"
          min="0"
          inputMode="decimal"
          autoComplete="off"
          {...fieldAria(id, error, 'hint')}
          // Scrolling with the wheel must not change the amount.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          className={`${CONTROL} pl-7 text-right tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none`}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1 text-ink-soft text-xs">
        {hint}
      </p>
      <FieldError name={id} error={error} />
    </div>
  );
}

type NotifyProps = { read: VersionedBooking; isChecked: boolean; onChange: (isChecked: boolean) => void };

/** Whether the customer gets the new price by e-mail, beside every way to set it. */
export function NotifyOfPrice({ read, isChecked, onChange }: NotifyProps) {
  const { email } = read.value;
  const id = useId();
  if (email === null)
    return (
      <p className="mt-2 text-ink-soft text-sm">The customer gave no e-mail address: no e-mail is sent.</p>
    );
  return (
    <div className="mt-2">
      <CheckboxField
        name={id}
        id={id}
        label="E-mail this price to the customer"
        hint={
          <span className="wrap-anywhere">An e-mail with the calculation, after 15 seconds, to {email}</span>
        }
        error={undefined}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}

/** A warning beside every price field: a new price ends the open payment link. */
export function LinkEndHint({ read }: { read: VersionedBooking }) {
  const link = useQuery(bookingPaymentsQuery(read)).data?.payLink;
  return (
    <p role="status" className="mt-2 text-ink-soft text-sm empty:hidden">
      {link && `Another price ends the open payment link for ${formatUsd(link.amount)}.`}
    </p>
  );
}
