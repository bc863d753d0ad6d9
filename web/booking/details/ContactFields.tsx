import { FormSection } from '#web/form/Field.tsx';
import { TextField } from '#web/form/TextField.tsx';
import type { DetailsForm } from './use-details-form.ts';

export function ContactFields({ form }: { form: DetailsForm }) {
  const { register, formState } = form;
  const error = (name: keyof typeof formState.errors) => formState.errors[name]?.message;
  return (
    <FormSection title="Your contact details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('firstName')}
          label="First name"
          autoComplete="given-name"
          error={error('firstName')}
        />
        <TextField
          {...register('lastName')}
          label="Last name"
          autoComplete="family-name"
          error={error('lastName')}
        />
        <TextField
          {...register('email')}
          type="email"
          label="Email"
          autoComplete="email"
          hint="For the receipt, and if we have a question."
          error={error('email')}
        />
        <TextField
          {...register('phone')}
          type="tel"
          label="Phone"
          autoComplete="tel"
          hint="For the driver, on the day of delivery."
          error={error('phone')}
        />
      </div>
    </FormSection>
  );
}
