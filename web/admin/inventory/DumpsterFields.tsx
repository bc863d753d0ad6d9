import type { UseFormReturn } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import { DUMPSTER_SIZES, type DumpsterType } from '#domain/rental.ts';
import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/form/TextField.tsx';

export type DumpsterValues = {
  dumpsterNumber: string;
  dumpsterType: DumpsterType;
  isAvailable: boolean;
  notes: string;
};

const SIZES = DUMPSTER_SIZES.map(({ id, name }) => ({ value: id, label: name }));

type Props = {
  form: Pick<UseFormReturn<DumpsterValues>, 'register' | 'formState'>;
  /** Called when the user has chosen a type. */
  onType?: () => void;
  typeHint?: string;
};

/** The fields of a unit, for adding and editing. */
export function DumpsterFields({ form, onType, typeHint }: Props) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        {...form.register('dumpsterNumber')}
        label="Dumpster number"
        autoComplete="off"
        maxLength={LIMITS.name + 20}
        hint="As it is painted on the dumpster."
        error={errors.dumpsterNumber?.message}
      />
      <SelectField
        {...form.register('dumpsterType', onType && { onChange: onType })}
        label="Dumpster type"
        options={SIZES}
        {...(typeHint && { hint: typeHint })}
        error={errors.dumpsterType?.message}
      />
      <CheckboxField
        {...form.register('isAvailable')}
        label="In service"
        hint="Only what is in service can be booked. What is booked already stays."
        error={errors.isAvailable?.message}
      />
      <TextAreaField
        {...form.register('notes')}
        label="Notes"
        dir="auto"
        hint="Dents, repairs, where it stands."
        error={errors.notes?.message}
      />
    </>
  );
}
