import { useForm } from 'react-hook-form';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { LIMITS } from '#contract/fields.ts';
import type { Zone } from '#domain/catalog/rate-card.ts';
import { formatUsd, parseDollars } from '#domain/money.ts';
import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/form/TextField.tsx';
import { useSaveArea } from './use-save-area.ts';

type Values = {
  name: string;
  surcharge: string;
  needsPermit: boolean;
  permitBy: 'customer' | 'business';
  leadDays: string;
  feeItem: string;
  text: string;
};

type Props = { draft: CatalogDraft; zone: Zone | null; onClose: () => void };

/** Adds a zone, or changes its name, surcharge and street rule. */
export function ZoneDialog({ draft, zone, onClose }: Props) {
  const { area, chargeItems } = draft.sections;
  const { save, failure, isPending } = useSaveArea(draft.etags.area);
  const form = useForm<Values>({ defaultValues: valuesOf(zone) });
  const { register, watch, formState, setError } = form;
  const { errors } = formState;
  const submit = form.handleSubmit(async (values) => {
    const surcharge = parseDollars(values.surcharge || '0');
    if (surcharge === null) return setError('surcharge', { message: 'Type dollars, such as 45' });
    const name = values.name.trim();
    const isTaken = area.zones.some(
      (one) => one.id !== zone?.id && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) return setError('name', { message: 'Another zone has this name' });
    const changed: Zone = {
      id: zone?.id ?? newId(name, area.zones),
      name,
      surcharge,
      streetRule: values.needsPermit
        ? {
            permitBy: values.permitBy,
            leadDays: Number(values.leadDays),
            feeItem: values.feeItem || null,
            text: values.text.trim(),
          }
        : null,
    };
    const zones = zone
      ? area.zones.map((one) => (one.id === zone.id ? changed : one))
      : [...area.zones, changed];
    if (await save({ ...area, zones })) onClose();
  });
  return (
    <FormDialog
      title={zone ? `Edit ${zone.name}` : 'Add zone'}
      submitText={zone ? 'Save zone' : 'Add zone'}
      pendingText="Saving..."
      isPending={isPending}
      isDirty={formState.isDirty}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...register('name', { validate: (name) => name.trim() !== '' || 'A name is required' })}
        label="Name"
        maxLength={LIMITS.name}
        autoComplete="off"
        hint="Customers see it beside the surcharge."
        error={errors.name?.message}
      />
      <TextField
        {...register('surcharge')}
        label="Surcharge in dollars"
        inputMode="decimal"
        autoComplete="off"
        hint="Added to every rental in this zone. 0 for none."
        error={errors.surcharge?.message}
      />
      <CheckboxField
        {...register('needsPermit')}
        id="needsPermit"
        label="Placement on a street needs a permit"
        error={undefined}
      />
      {watch('needsPermit') && (
        <>
          <SelectField
            {...register('permitBy')}
            label="Who applies for the permit"
            options={[
              { value: 'customer', label: 'The customer' },
              { value: 'business', label: 'Your office' },
            ]}
            error={undefined}
          />
          <TextField
            {...register('leadDays', {
              validate: (days) => (/^\d{1,3}$/.test(days) && Number(days) <= 365) || 'Type 0 to 365 days',
            })}
            label="Extra days the permit takes"
            inputMode="numeric"
            error={errors.leadDays?.message}
          />
          <SelectField
            {...register('feeItem')}
            label="Fee"
            hint="From the items on the Extras tab."
            options={[
              { value: '', label: 'No fee' },
              ...chargeItems
                .filter(({ isActive, id }) => isActive || id === zone?.streetRule?.feeItem)
                .map(({ id, name, unitPrice }) => ({ value: id, label: `${name}, ${formatUsd(unitPrice)}` })),
            ]}
            error={undefined}
          />
          <TextAreaField
            {...register('text')}
            label="Text for the customer"
            maxLength={LIMITS.text}
            hint="For example where to apply and what the permit costs."
            error={errors.text?.message}
          />
        </>
      )}
    </FormDialog>
  );
}

function valuesOf(zone: Zone | null): Values {
  const rule = zone?.streetRule;
  return {
    name: zone?.name ?? '',
    surcharge: zone ? formatUsd(zone.surcharge).slice(1) : '',
    needsPermit: Boolean(rule),
    permitBy: rule?.permitBy ?? 'customer',
    leadDays: String(rule?.leadDays ?? 0),
    feeItem: rule?.feeItem ?? '',
    text: rule?.text ?? '',
  };
}

/** A slug of the name that no zone has. */
function newId(name: string, zones: readonly Zone[]): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50) || 'zone';
  const isFree = (id: string) => zones.every((zone) => zone.id !== id);
  if (isFree(slug)) return slug;
  let number = 2;
  while (!isFree(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
