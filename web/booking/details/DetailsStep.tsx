import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { RentalType } from '#domain/rental.ts';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import type { Entries } from '#web/booking/history/entries.ts';
import { preloadPayment } from '#web/booking/payment/preload.ts';
import { StepHeading } from '#web/booking/StepHeading.tsx';
import { SummaryPanel } from '#web/booking/SummaryPanel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { pauseInput } from '#web/ui/browser/input-pause.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { AddressFields } from './AddressFields.tsx';
import { ContactFields } from './ContactFields.tsx';
import { NotesAndTerms } from './NotesAndTerms.tsx';
import { RentalFields } from './RentalFields.tsx';
import { useDetailsForm } from './use-details-form.ts';

type Props = {
  rentalType: RentalType;
  entries: Entries;
  /** Field errors that the server returned for these entries. */
  refused?: FieldErrors | undefined;
  onTyped: (entries: Entries) => void;
  onBack: (entries: Entries) => void;
  onSubmit: (entries: Entries) => void;
};

/** Step 2: customer details. */
export function DetailsStep({ rentalType, entries, refused, onTyped, onBack, onSubmit }: Props) {
  const form = useDetailsForm({ entries, refused, onTyped });
  const [dumpsterType, deliveryDate] = useWatch({
    control: form.control,
    name: ['dumpsterType', 'deliveryDate'],
  });
  useEffect(preloadPayment, []);
  const { errors, submitCount } = form.formState;
  const refusedCount = Object.values(errors).filter((error) => error?.type === 'server').length;
  const count = submitCount > 0 ? Object.keys(errors).length : refusedCount;

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
      <SummaryPanel rentalType={rentalType} dumpsterType={dumpsterType} deliveryDate={deliveryDate} />
      <form
        noValidate
        onSubmit={form.handleSubmit(() => onSubmit(form.getValues()), pauseInput)}
        className="min-w-0 space-y-10"
      >
        <StepHeading>Customer Details</StepHeading>
        <RentalFields form={form} rentalType={rentalType} />
        <ContactFields form={form} />
        <AddressFields form={form} />
        <NotesAndTerms form={form} />
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {count > 0 && attentionText(count)}
          {refusedCount > 0 && ' Your card was not charged.'}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <Button variant="secondary" onClick={() => onBack(form.getValues())}>
            <Icon name="left" className="size-4" />
            Back to Rental Options
          </Button>
          <Button type="submit">
            Continue to Payment
            <Icon name="right" className="size-4" />
          </Button>
        </div>
      </form>
    </div>
  );
}

function attentionText(count: number): string {
  return count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`;
}
