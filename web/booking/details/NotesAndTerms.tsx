import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { PATHS } from '#web/paths.ts';
import { FormSection } from './FormSection.tsx';
import { NotesField } from './NotesField.tsx';
import type { DetailsForm } from './use-details-form.ts';

export function NotesAndTerms({ form }: { form: DetailsForm }) {
  const { register, formState } = form;
  return (
    <FormSection title="Anything else?">
      <NotesField form={form} />
      <div className="mt-5">
        <CheckboxField
          {...register('terms')}
          label="I agree to the terms and conditions"
          error={formState.errors.terms?.message}
          hint={
            <>
              Please read our{' '}
              <a href={PATHS.terms} target="_blank" rel="noopener" className="inline-block py-2.5 -my-2.5">
                Terms of Service
              </a>{' '}
              and{' '}
              <a href={PATHS.privacy} target="_blank" rel="noopener" className="inline-block py-2.5 -my-2.5">
                Privacy Policy
              </a>{' '}
              (they open in a new tab). By ticking this box you also agree that we save your card and charge
              it for the remaining balance at the end of your rental.
            </>
          }
        />
      </div>
    </FormSection>
  );
}
