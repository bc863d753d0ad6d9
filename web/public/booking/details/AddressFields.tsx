import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { US_STATES } from '#domain/shared/us-states.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { CONTROL, Field, FormSection, fieldAria } from '#web/kit/form/Field.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import type { DetailsForm } from './use-details-form.ts';

const DELIVERY = { address: 'address', city: 'city', state: 'state', zip: 'zip' } as const;
const BILLING = {
  address: 'billingAddress',
  city: 'billingCity',
  state: 'billingState',
  zip: 'billingZip',
} as const;

export function AddressFields({ form }: { form: DetailsForm }) {
  const isSame = useWatch({ control: form.control, name: 'sameAsDelivery' });
  return (
    <>
      <FormSection title="Delivery address">
        <Address form={form} names={DELIVERY} purpose="shipping" label="Street address" />
      </FormSection>
      <FormSection title="Billing address">
        <CheckboxField
          {...form.register('sameAsDelivery')}
          label="Same as delivery address"
          error={undefined}
        />
        {!isSame && (
          <div className="mt-3">
            <Address form={form} names={BILLING} purpose="billing" label="Billing address" />
          </div>
        )}
      </FormSection>
    </>
  );
}

type AddressProps = {
  form: DetailsForm;
  names: typeof DELIVERY | typeof BILLING;
  purpose: 'shipping' | 'billing';
  label: string;
};

function Address({ form, names, purpose, label }: AddressProps) {
  const { register, formState } = form;
  const error = (name: AddressProps['names'][keyof AddressProps['names']]) => formState.errors[name]?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <TextField
        {...register(names.address)}
        label={label}
        autoComplete={`${purpose} address-line1`}
        error={error(names.address)}
        className="sm:col-span-6"
      />
      <TextField
        {...register(names.city)}
        label="City"
        autoComplete={`${purpose} address-level2`}
        error={error(names.city)}
        className="sm:col-span-2"
      />
      <StateField
        {...register(names.state)}
        label="State"
        autoComplete={`${purpose} address-level1`}
        error={error(names.state)}
        className="sm:col-span-2"
      />
      {purpose === 'billing' ? (
        <TextField
          {...register(names.zip)}
          label="Zip code"
          inputMode="numeric"
          autoComplete="billing postal-code"
          error={error(names.zip)}
          className="sm:col-span-2"
        />
      ) : (
        <DeliveryZip form={form} />
      )}
    </div>
  );
}

/** The ZIP code is asked first, because it decides whether we deliver there and the price. */
function DeliveryZip({ form }: { form: DetailsForm }) {
  const zip = useWatch({ control: form.control, name: 'zip' });
  return (
    <div className="self-end pb-2.5 sm:col-span-2">
      <p className="text-ink-soft text-sm">Zip code, as entered above</p>
      <p className="wrap-anywhere font-semibold">{zip || 'Not entered yet'}</p>
    </div>
  );
}

type Props = Omit<ComponentProps<'select'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  className?: string;
};

/** Select with the 50 US states. */
function StateField({ name, label, error, className = '', ...select }: Props) {
  return (
    <Field name={name} label={label} error={error} className={className}>
      <select {...select} name={name} {...fieldAria(name, error)} className={CONTROL}>
        <option value="">Choose a state</option>
        {US_STATES.map((state) => (
          <option key={state.code} value={state.code}>
            {state.name}
          </option>
        ))}
      </select>
    </Field>
  );
}
