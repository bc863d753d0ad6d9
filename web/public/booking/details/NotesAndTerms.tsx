import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FormSection } from '#web/kit/form/Field.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { PUBLIC_PATHS } from '#web/paths.ts';
import { LazyCharactersLeft } from './PlaceFields.tsx';
import type { DetailsForm } from './use-details-form.ts';

export function NotesAndTerms({ form }: { form: DetailsForm }) {
  const { register, formState } = form;
  return (
    <FormSection title="Anything else?">
      <NotesField form={form} />
      <MoreDetails form={form} />
      <div className="mt-5">
        <CheckboxField
          {...register('terms')}
          label="I agree to the terms and conditions"
          error={formState.errors.terms?.message}
          hint={
            <>
              Please read our{' '}
              <a
                href={PUBLIC_PATHS.terms}
                target="_blank"
                rel="noopener"
                className="inline-block py-2.5 -my-2.5"
              >
                Terms of Service
              </a>{' '}
              and{' '}
              <a
                href={PUBLIC_PATHS.privacy}
                target="_blank"
                rel="noopener"
                className="inline-block py-2.5 -my-2.5"
              >
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

/** Open from the start if it has input or an error. */
function MoreDetails({ form: { register, formState, getValues } }: { form: DetailsForm }) {
  const { company, poNumber, placement } = formState.errors;
  const [isOpen, setOpen] = useState(() => getValues(['company', 'poNumber', 'placement']).some(Boolean));
  return (
    <details
      open={isOpen || Boolean(company || poNumber || placement)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-4"
    >
      <summary className="touch py-2.5 font-semibold text-brand text-sm">
        Add company, PO number or details for the driver
      </summary>
      <div className="mt-2 space-y-4">
        <TextField
          {...register('company')}
          label="Company"
          optional
          autoComplete="organization"
          error={company?.message}
        />
        <TextField
          {...register('poNumber')}
          label="PO number"
          optional
          hint="We print it on your papers."
          error={poNumber?.message}
        />
        <TextAreaField
          {...register('placement')}
          label="Where to put it, and the code of a gate"
          hint="'Left half of the driveway. Gate code 4711.'"
          error={placement?.message}
        />
      </div>
    </details>
  );
}

/** The counter appears when this many characters are left. */
const SHOWN_FROM = 200;
function NotesField({ form }: { form: DetailsForm }) {
  const notes = useWatch({ control: form.control, name: 'notes' });
  const left = LIMITS.text - notes.trim().length;
  return (
    <>
      <TextAreaField
        {...form.register('notes')}
        label="Notes"
        hint="Low branches, a steep drive, anything else that we should know."
        error={form.formState.errors.notes?.message}
      />
      {left <= SHOWN_FROM && <LazyCharactersLeft left={left} />}
    </>
  );
}
