import { formatUsd } from '#domain/shared/money.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import { chosenOffer, type OrderValues } from './order-values.ts';
import type { Order } from './use-order.ts';

/** The price lines, another price if one is agreed, and the button that books. */
export function OrderPriceCard({ order }: { order: Order }) {
  const { form, values, options, problem, isSending } = order;
  const mayOverride = useMay('bookings:override-price');
  const { errors } = form.formState;
  const listed = chosenOffer(options.data, values)?.price ?? null;
  const price = (values.hasAgreedPrice && options.data?.agreed) || listed;
  return (
    <Card title="Price">
      {price ? (
        <>
          <dl className="space-y-1.5 text-sm tabular-nums" aria-live="polite" aria-atomic="true">
            {price.lines.map(({ type, label, amount }) => (
              <Sum key={`${type} ${label}`} name={label} amount={amount} />
            ))}
            <Sum name="Total" amount={price.total} isStrong className="border-line border-t pt-1.5" />
            {price.dueLater !== 0 && <Sum name="Due now" amount={price.dueNow} isStrong />}
            {price.dueLater > 0 && <Sum name="Due later" amount={price.dueLater} />}
          </dl>
          {options.data?.place === null && (
            <p className="mt-2 text-ink-soft text-sm">
              Enter the ZIP code: delivery surcharges and tax depend on it.
            </p>
          )}
        </>
      ) : (
        <p className="text-ink-soft text-sm">Choose a size and a rental period.</p>
      )}
      {mayOverride && (
        <div className="mt-3">
          <CheckboxField {...form.register('hasAgreedPrice')} label="Another price" error={undefined} />
          {values.hasAgreedPrice && (
            <div className="mt-1 space-y-3">
              <TextField
                {...form.register('agreedPrice')}
                label="Price before tax ($)"
                inputMode="decimal"
                autoComplete="off"
                error={errors.agreedPrice?.message}
              />
              <TextField
                {...form.register('reason')}
                label="Reason"
                autoComplete="off"
                hint="Kept in the history."
                error={errors.reason?.message}
              />
            </div>
          )}
        </div>
      )}
      {problem && (
        <Notice variant="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <Button type="submit" className="mt-4 w-full" aria-disabled={isSending}>
        {isSending ? 'Booking...' : submitText(values, price?.dueNow)}
      </Button>
      <p className="mt-2 text-center text-ink-soft text-sm max-lg:hidden">
        Ctrl + Enter books from any field
      </p>
    </Card>
  );
}

function submitText({ payment, amount }: OrderValues, dueNow: number | undefined): string {
  const due = dueNow === undefined ? '' : ` for ${formatUsd(dueNow)}`;
  switch (payment) {
    case 'link':
      return `Book and send link${due}`;
    case 'card':
      return `Book and take card${due}`;
    case 'record':
      return amount ? `Book and record $${amount}` : 'Book and record payment';
    case 'later':
      return 'Book, to be paid later';
  }
}

type SumProps = { name: string; amount: number; isStrong?: boolean; className?: string };

function Sum({ name, amount, isStrong = false, className = '' }: SumProps) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''} ${className}`}>
      <dt className={`wrap-anywhere ${isStrong ? '' : 'text-ink-soft'}`}>{name}</dt>
      <dd className="whitespace-nowrap">{formatUsd(amount)}</dd>
    </div>
  );
}
