import { formatItemPrice, formatMillionths } from '#domain/catalog/price-texts.ts';
import {
  type ChargeItem,
  ITEM_APPLICATIONS,
  ITEM_UNITS,
  type ItemApplication,
  type ItemUnit,
} from '#domain/catalog/rate-card.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { EntryList } from '#web/office/settings/entries/EntryList.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { IdField } from '#web/office/settings/entries/IdField.tsx';
import { fieldReader, slugOf } from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';

export default function ExtrasPage() {
  return (
    <DraftPage
      subject="The list of charges"
      title="Extras"
      text="What costs extra. Staff add it to a bill; customers see the list before they pay."
    >
      {(draft) => (
        <EntryList kind={EXTRAS} draft={draft}>
          <p>Mattresses, tires, appliances with freon, dry runs, permits, fuel: each with its price.</p>
        </EntryList>
      )}
    </DraftPage>
  );
}

const EXTRAS: EntryKind<'chargeItems'> = {
  section: 'chargeItems',
  noun: 'charge',
  title: 'Charges',
  empty: 'No extra charges yet. Add what you charge for, such as a mattress at $35 each.',
  afterAdding: '',
  nameOf: ({ name }) => name,
  labels: {
    id: 'ID',
    name: 'Name',
    unit: 'Charged',
    unitPrice: 'Price',
    applies: 'Applies',
    isTaxable: 'Taxable',
  },
  valuesOf: (item) => ({
    name: item?.name ?? '',
    unit: item?.unit ?? 'each',
    unitPrice: item ? priceText(item) : '',
    applies: item?.applies ?? 'optional',
    isTaxable: item?.isTaxable ?? false,
    id: item?.id ?? '',
  }),
  read: (values, item) => {
    const { errors, text, isOn, dollars, percent } = fieldReader(values);
    const unit = ITEM_UNITS.find((one) => one === text('unit')) ?? 'each';
    const entry = {
      id: text('id'),
      name: text('name'),
      unit,
      unitPrice: unit === 'percent' ? percent('unitPrice') : dollars('unitPrice'),
      applies: ITEM_APPLICATIONS.find((one) => one === text('applies')) ?? 'optional',
      isTaxable: isOn('isTaxable'),
      isActive: item?.isActive ?? true,
    };
    return { entry, errors };
  },
  Fields: ExtraFields,
  Facts: ({ entry }) => (
    <>
      <p className="tabular-nums">{formatItemPrice(entry)}</p>
      {entry.applies !== 'optional' && <p>{APPLICATION_LABELS[entry.applies]}</p>}
    </>
  ),
  badgeOf: ({ isTaxable }) => (isTaxable ? 'Taxable' : null),
};

const UNIT_LABELS: Readonly<Record<ItemUnit, string>> = {
  each: 'for each piece',
  mile: 'for each mile',
  minute: 'for each minute',
  flat: 'once',
  percent: 'as a percentage of the rental',
};

const APPLICATION_LABELS: Readonly<Record<ItemApplication, string>> = {
  optional: 'When the customer needs it',
  mandatory: 'On every bill',
  penalty: 'Only if something goes wrong',
};

const RULES = { id: ({ name = '' }: EntryValues) => slugOf(String(name)) };

function ExtraFields({ form, bind, entry }: FieldsProps<ChargeItem>) {
  useProposals(form, RULES, entry === null);
  const isPercent = form.watch('unit') === 'percent';
  return (
    <>
      <TextField
        {...bind('name')}
        label="Name"
        autoComplete="off"
        dir="auto"
        hint="As it stands on the bill: 'Mattress'."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...bind('unit')}
          label="Charged"
          options={ITEM_UNITS.map((unit) => ({ value: unit, label: UNIT_LABELS[unit] }))}
        />
        <TextField
          {...bind('unitPrice')}
          label={isPercent ? 'Percentage (%)' : 'Price ($)'}
          inputMode="decimal"
          autoComplete="off"
          placeholder={isPercent ? '2.5' : '35'}
        />
      </div>
      <SelectField
        {...bind('applies')}
        label="Applies"
        hint="What is on every bill is part of the price that customers see, with a fixed price or a percentage."
        options={ITEM_APPLICATIONS.map((value) => ({ value, label: APPLICATION_LABELS[value] }))}
      />
      <CheckboxField {...bind('isTaxable')} label="Taxable" hint="Your tax rules for extras apply to it." />
      <IdField bind={bind} entry={entry} example="mattress" />
    </>
  );
}

function priceText({ unit, unitPrice }: ChargeItem): string {
  return unit === 'percent'
    ? formatMillionths(unitPrice).replace('%', '')
    : formatUsdWhole(unitPrice).slice(1);
}
