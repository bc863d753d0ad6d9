import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { Policy } from '#domain/catalog/rate-card.ts';
import { formatUsd, parseDollars } from '#domain/shared/money.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FormSection } from '#web/kit/form/Field.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { SaveBar } from '#web/office/settings/SaveBar.tsx';
import { type FormErrors, issuesAtFields } from '#web/office/settings/section/form-errors.ts';
import { toastDraftSaved, useSectionForm } from '#web/office/settings/section/use-section-form.ts';

type Values = {
  hasCancellation: boolean;
  freeHours: string;
  feeType: 'cents' | 'percent';
  /** Dollars or percent. */
  fee: string;
  acceptedWaste: string;
  prohibitedWaste: string;
};

/** The cancellation rule and the lists of waste: the policy section of the draft. */
export function PolicyForm({ draft }: { draft: CatalogDraft }) {
  const { form, notice, submit, bar } = useSectionForm<'policy', Values>({
    draft,
    section: 'policy',
    valuesOf: ({ policy }) => valuesOf(policy),
    read: readValues,
    placeIssues: (issues) => issuesAtFields(issues, (path) => FIELDS.find((field) => path.includes(field))),
    labels: LABELS,
    failed: 'The policy could not be saved.',
    onSaved: () => toastDraftSaved(),
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  return (
    <form className="space-y-6" onSubmit={submit}>
      {notice && <ConflictNotice kind="policy" {...notice} />}
      <div className="space-y-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <FormSection title="Cancellation by the customer">
          <CheckboxField
            {...register('hasCancellation')}
            id="hasCancellation"
            label="State the rule in figures"
            hint="Without figures, customers see the sentence of your terms."
            error={undefined}
          />
          {watch('hasCancellation') && (
            <div className="mt-4 grid gap-5 sm:grid-cols-3">
              <TextField
                {...register('freeHours')}
                label="Free until this many hours before the delivery day"
                inputMode="numeric"
                hint="Counted to 12:00 AM of the delivery day."
                error={errors.freeHours?.message}
              />
              <SelectField
                {...register('feeType')}
                label="After that"
                options={[
                  { value: 'cents', label: 'An amount in dollars' },
                  { value: 'percent', label: 'A percentage of the deposit' },
                ]}
                error={undefined}
              />
              <TextField
                {...register('fee')}
                label={watch('feeType') === 'cents' ? 'Fee in dollars' : 'Fee in percent'}
                inputMode="decimal"
                error={errors.fee?.message}
              />
            </div>
          )}
        </FormSection>
        <FormSection title="Waste">
          <div className="grid gap-5 lg:grid-cols-2">
            <TextAreaField
              {...register('acceptedWaste')}
              label="Accepted"
              rows={7}
              hint="One line for each kind."
              error={errors.acceptedWaste?.message}
            />
            <TextAreaField
              {...register('prohibitedWaste')}
              label="Prohibited"
              rows={7}
              hint="One line for each kind."
              error={errors.prohibitedWaste?.message}
            />
          </div>
        </FormSection>
      </div>
      <SaveBar {...bar} />
    </form>
  );
}

const FIELDS = ['freeHours', 'fee', 'acceptedWaste', 'prohibitedWaste'] as const;

const LABELS: Record<keyof Values, string> = {
  hasCancellation: 'State the rule in figures',
  freeHours: 'Free until this many hours before the delivery day',
  feeType: 'After that',
  fee: 'Fee',
  acceptedWaste: 'Accepted',
  prohibitedWaste: 'Prohibited',
};

function valuesOf({ cancellation, acceptedWaste, prohibitedWaste }: Policy): Values {
  const fee = cancellation?.fee;
  return {
    hasCancellation: cancellation !== null,
    freeHours: String(cancellation?.freeHours ?? 24),
    feeType: fee?.type ?? 'cents',
    fee: fee?.type === 'percent' ? String(fee.percent) : formatUsd(fee?.amount ?? 0).slice(1),
    acceptedWaste: acceptedWaste.join('\n'),
    prohibitedWaste: prohibitedWaste.join('\n'),
  };
}

function readValues(values: Values): { value: Policy; errors: FormErrors } {
  const lists = {
    acceptedWaste: linesOf(values.acceptedWaste),
    prohibitedWaste: linesOf(values.prohibitedWaste),
  };
  const fields: Record<string, string> = {};
  if (!values.hasCancellation)
    return { value: { cancellation: null, ...lists }, errors: { fields, other: [] } };
  const freeHours = Number(values.freeHours);
  const fee = readFee(values);
  if (!/^\d{1,4}$/.test(values.freeHours.trim()) || freeHours > 8760)
    fields.freeHours = 'Type whole hours, at most 8,760';
  if (fee === null)
    fields.fee =
      values.feeType === 'cents' ? 'Type dollars, such as 75' : 'Type a whole percentage from 0 to 100';
  const cancellation = { freeHours, fee: fee ?? NO_FEE };
  return { value: { cancellation, ...lists }, errors: { fields, other: [] } };
}

const NO_FEE = { type: 'cents' as const, amount: 0 };

function readFee({ feeType, fee }: Values) {
  if (feeType === 'percent')
    return /^\d{1,3}$/.test(fee.trim()) && Number(fee) <= 100
      ? { type: feeType, percent: Number(fee) }
      : null;
  const amount = parseDollars(fee);
  return amount === null ? null : { type: feeType, amount };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
