import { FormSection } from '#web/kit/form/Field.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { LazyTextOptIn } from './PlaceFields.tsx';
import type { DetailsForm } from './use-details-form.ts';

export function ContactFields({ form }: { form: DetailsForm }) {
  const { register, formState } = form;
  const bind = (name: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    ...register(name),
    error: formState.errors[name]?.message,
  });
  return (
    <FormSection title="Your contact details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...bind('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...bind('email')}
          type="email"
          label="Email"
          autoComplete="email"
          hint="For the receipt, and if we have a question."
        />
        <TextField
          {...bind('phone')}
          type="tel"
          label="Phone"
          autoComplete="tel"
          hint="For the driver, on the day of delivery."
        />
      </div>
      {useCatalog().offersTexts && <LazyTextOptIn register={register} />}
    </FormSection>
  );
}
