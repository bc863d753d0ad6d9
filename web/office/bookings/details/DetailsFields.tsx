import type { UseFormReturn } from 'react-hook-form';
import type { BookingCorrections } from '#contract/booking-details.ts';
import { PLACEMENT_LABELS, PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import { FormSection } from '#web/kit/form/Field.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import type { DetailsValues } from './details-values.ts';

type Props = {
  form: UseFormReturn<DetailsValues, unknown, BookingCorrections>;
  /** The customer booked by phone, so the booking can be without an address for e-mails. */
  isEmailOptional: boolean;
};

const STATES = US_STATES.map(({ code, name }) => ({ value: code, label: name }));
const PLACEMENTS = PLACEMENT_TYPES.map((value) => ({ value, label: PLACEMENT_LABELS[value] }));

export function DetailsFields({ form, isEmailOptional }: Props) {
  const bind = (name: keyof DetailsValues) => ({
    ...form.register(name),
    // The page behind the dialog has fields of the same names.
    id: `details-${name}`,
    error: form.formState.errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <div className="space-y-6">
      <FormSection title="Customer">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...bind('firstName')} label="First name" />
          <TextField {...bind('lastName')} label="Last name" />
          <TextField {...bind('phone')} type="tel" label="Phone" />
          <TextField {...bind('secondPhone')} type="tel" label="Second phone" optional />
          <TextField
            {...bind('email')}
            type="email"
            label="Email"
            optional={isEmailOptional}
            {...(isEmailOptional && { hint: 'Without an address the customer gets no e-mails.' })}
          />
          <TextField {...bind('company')} label="Company" optional />
          <TextField {...bind('poNumber')} label="PO number" optional />
        </div>
      </FormSection>
      <FormSection title="Delivery address">
        <div className="grid gap-4 sm:grid-cols-6">
          <TextField {...bind('address')} label="Street address" className="sm:col-span-6" />
          <TextField {...bind('city')} label="City" className="sm:col-span-2" />
          <SelectField {...bind('state')} label="State" options={STATES} className="sm:col-span-2" />
          <TextField {...bind('zip')} inputMode="numeric" label="ZIP code" className="sm:col-span-2" />
          <SelectField
            {...bind('placementType')}
            label="Placement"
            options={PLACEMENTS}
            className="sm:col-span-6"
          />
        </div>
      </FormSection>
      <FormSection title="Notes">
        <div className="space-y-4">
          <TextAreaField
            {...bind('placement')}
            label="Where to put it"
            hint="For the driver: the place, a gate code."
          />
          <TextAreaField
            {...bind('notes')}
            label="Customer's notes"
            hint="The customer sees them in e-mails."
          />
          <TextAreaField {...bind('internalNotes')} label="Internal notes" hint="Only staff see them." />
        </div>
      </FormSection>
    </div>
  );
}
