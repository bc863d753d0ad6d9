import { LINK_HOURS } from '#domain/money/deposit-links.ts';
import { RECORDED_METHOD_LABELS, RECORDED_METHODS } from '#domain/money/recorded.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FieldError } from '#web/kit/form/Field.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import { PUBLIC_PATHS } from '#web/paths.ts';
import { ORDER_PAYMENTS, type OrderPayment } from './order-values.ts';
import type { Order } from './use-order.ts';

const PAYMENTS: Readonly<Record<OrderPayment, { label: string; text: string }>> = {
  link: { label: 'Send payment link', text: 'The customer pays the deposit and accepts the terms online.' },
  card: { label: 'Take card now', text: 'You type the card on the payment page, in a new tab.' },
  record: { label: 'Record a payment', text: 'Cash, check or bank transfer that you have received.' },
  later: { label: 'Pay later', text: 'The unit is reserved, and the booking stays unpaid.' },
};

/** How the customer pays, and whether the terms were read to them. */
export function PaymentCard({ order }: { order: Order }) {
  const { form, values } = order;
  const mayLink = useMay('payments:link');
  const mayRecord = useMay('payments:record');
  const isAllowed = (payment: OrderPayment) => {
    if (payment === 'later') return true;
    return payment === 'record' ? mayRecord : mayLink;
  };
  return (
    <Card title="Payment">
      <fieldset aria-describedby="payment-text">
        <legend className="sr-only">How the customer pays</legend>
        <div className="grid grid-cols-2 gap-2">
          {ORDER_PAYMENTS.filter(isAllowed).map((payment) => (
            <label
              key={payment}
              className={`flex min-h-11 cursor-pointer items-center gap-2 rounded-md border px-2.5 py-2 font-semibold text-sm leading-tight ${
                values.payment === payment ? 'border-brand bg-brand-soft' : 'border-line hover:border-ink'
              }`}
            >
              <input
                type="radio"
                value={payment}
                {...form.register('payment')}
                className="size-5 shrink-0 accent-brand"
              />
              {PAYMENTS[payment].label}
            </label>
          ))}
        </div>
        <p id="payment-text" className="mt-2 text-ink-soft text-sm">
          {PAYMENTS[values.payment].text}
        </p>
      </fieldset>
      <FieldError name="payment" error={form.formState.errors.payment?.message} />
      <PaymentDetails order={order} />
    </Card>
  );
}

const ENDS = [LINK_HOURS.min, 4, 8, 24, 48, 72, 120, LINK_HOURS.max];
const hoursText = (hours: number) => (hours < 48 ? `${hours} hours` : `${hours / 24} days`);

function PaymentDetails({ order: { form, values, options } }: { order: Order }) {
  const { register, formState } = form;
  const error = (name: 'expiresAt' | 'method' | 'amount' | 'day' | 'reference') =>
    formState.errors[name]?.message;
  if (values.payment === 'link') {
    return (
      <SelectField
        {...register('expiresAt')}
        label="The link ends after"
        error={error('expiresAt')}
        hint="At the latest when the delivery day begins. Then an unpaid booking is cancelled."
        className="mt-3"
        options={ENDS.map((hours) => ({ value: String(hours), label: hoursText(hours) }))}
      />
    );
  }
  if (values.payment === 'card') return null;
  return (
    <>
      {values.payment === 'record' && (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <SelectField
            {...register('method')}
            label="Method"
            error={error('method')}
            options={RECORDED_METHODS.map((method) => ({
              value: method,
              label: RECORDED_METHOD_LABELS[method],
            }))}
          />
          <TextField {...register('amount')} label="Amount ($)" inputMode="decimal" error={error('amount')} />
          <TextField
            {...register('day')}
            label="Day received"
            type="date"
            max={options.data?.today}
            error={error('day')}
          />
          <TextField
            {...register('reference')}
            label="Reference"
            optional
            error={error('reference')}
            autoComplete="off"
          />
        </div>
      )}
      <div className="mt-2">
        <CheckboxField
          {...register('termsRead', { onChange: () => form.clearErrors('termsRead') })}
          label="Terms read to the customer"
          error={formState.errors.termsRead?.message}
          hint={
            <>
              Stored with your name and the time. The{' '}
              <a href={PUBLIC_PATHS.terms} target="_blank" rel="noopener">
                terms
              </a>{' '}
              are in the confirmation e-mail, too.
            </>
          }
        />
        {!values.termsRead && (
          <TextField
            {...register('termsNotRead', { onChange: () => form.clearErrors('termsRead') })}
            label="If not read, why"
            error={formState.errors.termsNotRead?.message}
            autoComplete="off"
            className="mt-2"
          />
        )}
      </div>
    </>
  );
}
