import type { UseFormReturn } from 'react-hook-form';
import type { CatalogNames } from '#contract/catalog-names.ts';
import { LIMITS } from '#contract/fields.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';

export type DumpsterValues = {
  dumpsterNumber: string;
  /** A size's slug. */
  dumpsterType: string;
  isAvailable: boolean;
  notes: string;
};

export type SizeOptions = readonly { value: string; label: string }[];

/** The sizes that are offered, and the size that the unit has. */
export function sizeOptions(
  sizes: CatalogNames['dumpsterSizes'],
  ownSize: string | null = null,
): SizeOptions {
  return sizes
    .filter(({ id, isActive }) => isActive || id === ownSize)
    .map(({ id, name }) => ({ value: id, label: name }));
}

type Props = {
  form: Pick<UseFormReturn<DumpsterValues>, 'register' | 'formState'>;
  sizes: SizeOptions;
  /** Called when the user has chosen a type. */
  onType?: () => void;
  typeHint?: string;
};

/** The fields of a unit, for adding and editing. */
export function DumpsterFields({ form, sizes, onType, typeHint }: Props) {
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
        options={sizes}
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
