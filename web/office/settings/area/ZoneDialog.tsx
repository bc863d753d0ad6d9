import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { LIMITS } from '#contract/fields.ts';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import type { ChargeItem, RateCard, ServiceArea, Zone } from '#domain/catalog/rate-card.ts';
import { formatUsd, parseDollars } from '#domain/shared/money.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { type FormErrors, issuesAtFields } from '#web/office/settings/section/form-errors.ts';
import { clearInput } from '#web/office/settings/section/stored-input.ts';
import { toastDraftSaved, useSectionForm } from '#web/office/settings/section/use-section-form.ts';

type Values = {
  name: string;
  surcharge: string;
  needsPermit: boolean;
  permitBy: 'customer' | 'business';
  leadDays: string;
  feeItem: string;
  text: string;
};

type Props = {
  draft: CatalogDraft;
  /** The id of the zone; null adds one. */
  id: string | null;
  onClose: () => void;
};

/** Adds a zone, or changes its name, surcharge and street rule. */
export function ZoneDialog({ draft, id, onClose }: Props) {
  const close = () => {
    clearInput('area');
    onClose();
  };
  const { form, base, notice, error, isPending, submit } = useSectionForm<'area', Values>({
    draft,
    section: 'area',
    id,
    valuesOf: (card) => valuesOf(findZone(card, id)),
    read: (values, { area }) => readZone(values, area, id),
    placeIssues: (issues) =>
      issuesAtFields(issues, (path) => Object.keys(LABELS).find((field) => path.endsWith(`.${field}`))),
    labels: LABELS,
    failed: 'The zone could not be saved.',
    onSaved: () => {
      toastDraftSaved(id === null ? 'Now give the zone its ZIP codes.' : undefined);
      close();
    },
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const zone = findZone(base.sections, id);
  return (
    <FormDialog
      title={
        zone ? (
          <>
            Edit <bdi>{zone.name}</bdi>
          </>
        ) : (
          'Add zone'
        )
      }
      submitText={zone ? 'Save zone' : 'Add zone'}
      pendingText="Saving..."
      isPending={isPending}
      isDirty={formState.isDirty}
      error={error}
      onSubmit={submit}
      onClose={close}
    >
      {notice && <ConflictNotice kind="service area" {...notice} />}
      <TextField
        {...register('name')}
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
            {...register('leadDays')}
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
              ...base.sections.chargeItems
                .filter((item) => canBeFee(item) || item.id === zone?.streetRule?.feeItem)
                .map((item) => ({ value: item.id, label: `${item.name}, ${formatItemPrice(item)}` })),
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

const LABELS: Record<keyof Values, string> = {
  name: 'Name',
  surcharge: 'Surcharge',
  needsPermit: 'Placement on a street needs a permit',
  permitBy: 'Who applies for the permit',
  leadDays: 'Extra days the permit takes',
  feeItem: 'Fee',
  text: 'Text for the customer',
};

/** A price for each mile or minute is no fee: the draft could not be published. */
function canBeFee({ isActive, unit }: ChargeItem): boolean {
  return isActive && unit !== 'mile' && unit !== 'minute';
}

function findZone({ area }: RateCard, id: string | null): Zone | null {
  return area.zones.find((zone) => zone.id === id) ?? null;
}

/** The service area with the zone as it is typed. */
function readZone(values: Values, area: ServiceArea, id: string | null) {
  const fields: FormErrors['fields'] = {};
  const name = values.name.trim();
  const others = area.zones.filter((zone) => zone.id !== id);
  const surcharge = parseDollars(values.surcharge.trim() || '0');
  const leadDays = Number(values.leadDays);
  if (name === '') fields.name = 'A name is required';
  if (others.some((zone) => zone.name.toLowerCase() === name.toLowerCase()))
    fields.name = 'Another zone has this name';
  if (surcharge === null) fields.surcharge = 'Type dollars, such as 45';
  if (values.needsPermit && (!/^\d{1,3}$/.test(values.leadDays.trim()) || leadDays > 365))
    fields.leadDays = 'Type 0 to 365 days';
  const streetRule = {
    permitBy: values.permitBy,
    leadDays,
    feeItem: values.feeItem || null,
    text: values.text.trim(),
  };
  const zone: Zone = {
    id: id ?? newId(name, area.zones),
    name,
    surcharge: surcharge ?? 0,
    streetRule: values.needsPermit ? streetRule : null,
  };
  const isKnown = area.zones.some((one) => one.id === zone.id);
  const zones = isKnown ? area.zones.map((one) => (one.id === zone.id ? zone : one)) : [...area.zones, zone];
  return { value: { ...area, zones }, errors: { fields, other: [] } };
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
