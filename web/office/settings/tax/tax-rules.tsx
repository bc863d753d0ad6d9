import { formatMillionths } from '#domain/catalog/price-texts.ts';
import { TAX_CATEGORIES, type TaxCategory, type TaxRule } from '#domain/catalog/rate-card.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import { CheckboxGroup } from '#web/kit/form/CheckboxGroup.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { IdField } from '#web/office/settings/entries/IdField.tsx';
import { fieldReader, slugOf } from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';

const CATEGORY_LABELS: Readonly<Record<TaxCategory, string>> = {
  rental: 'Rental',
  overage: 'Extra weight',
  items: 'Extras',
};

export const TAX_RULES: EntryKind<'taxRules'> = {
  section: 'taxRules',
  noun: 'tax rule',
  title: 'Tax rules',
  empty:
    'No tax rules yet, so bills have no tax line. Add a rule for your state, and rules for ZIP codes with another rate.',
  afterAdding: '',
  nameOf: ({ name }) => name,
  labels: {
    id: 'ID',
    name: 'Name',
    place: 'Where',
    state: 'State',
    zips: 'ZIP codes',
    rateMillionths: 'Rate',
    appliesTo: 'Applies to',
  },
  valuesOf: (rule) => ({
    name: rule?.name ?? '',
    place: rule?.zips ? 'zips' : 'state',
    state: rule?.state ?? '',
    zips: rule?.zips ?? '',
    rateMillionths: rule ? formatMillionths(rule.rateMillionths).replace('%', '') : '',
    appliesTo: rule?.appliesTo ?? [...TAX_CATEGORIES],
    id: rule?.id ?? '',
  }),
  read: (values) => {
    const { errors, text, list, percent } = fieldReader(values);
    const isState = text('place') === 'state';
    if (isState && text('state') === '') errors.state = 'Choose a state';
    const entry = {
      id: text('id'),
      name: text('name'),
      state: isState ? text('state') : null,
      zips: isState ? null : text('zips').replace(/\s*[-–]\s*/, '-'),
      rateMillionths: percent('rateMillionths'),
      appliesTo: TAX_CATEGORIES.filter((category) => list('appliesTo').includes(category)),
    };
    return { entry, errors };
  },
  Fields: TaxFields,
  Facts: ({ entry, draft }) => (
    <>
      <p>
        <strong className="tabular-nums">{formatMillionths(entry.rateMillionths)}</strong> in{' '}
        {placeText(entry)} ·{' '}
        {entry.appliesTo.map((category) => CATEGORY_LABELS[category].toLowerCase()).join(', ')}
      </p>
      <p dir="auto" className="text-ink-soft">
        {precedenceText(entry, draft.sections.taxRules)}
      </p>
    </>
  ),
};

const RULES = { id: ({ name = '' }: EntryValues) => slugOf(String(name)) };

function TaxFields({ form, bind, entry }: FieldsProps<TaxRule>) {
  useProposals(form, RULES, entry === null);
  const isState = form.watch('place') === 'state';
  return (
    <>
      <TextField
        {...bind('name')}
        label="Name"
        autoComplete="off"
        dir="auto"
        hint="As it stands on the bill: 'NY sales tax'."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...bind('place')} label="Where" options={PLACES} />
        {isState ? (
          <SelectField {...bind('state')} label="State" options={STATES} />
        ) : (
          <TextField
            {...bind('zips')}
            label="ZIP code or range"
            autoComplete="off"
            placeholder="12207 or 12200-12299"
          />
        )}
      </div>
      <TextField
        {...bind('rateMillionths')}
        label="Rate (%)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="8.25"
        hint="At most 25 %, with at most 4 decimals. It is used exactly as entered."
      />
      <CheckboxGroup
        {...bind('appliesTo')}
        label="Applies to"
        options={TAX_CATEGORIES.map((category) => ({ value: category, label: CATEGORY_LABELS[category] }))}
      />
      <IdField bind={bind} entry={entry} example="ny-sales-tax" />
    </>
  );
}

const PLACES = [
  { value: 'state', label: 'A whole state' },
  { value: 'zips', label: 'ZIP codes' },
];
const STATES = [
  { value: '', label: 'Choose a state' },
  ...US_STATES.map(({ code, name }) => ({ value: code, label: name })),
];

function placeText({ state, zips }: TaxRule): string {
  if (zips !== null) return `ZIP ${zips.replace('-', ' to ')}`;
  return US_STATES.find(({ code }) => code === state)?.name ?? '';
}

/** Which rules win over a rule, and which it wins over. The state of a ZIP code is not known here. */
function precedenceText(rule: TaxRule, all: readonly TaxRule[]): string {
  const others = all.filter((one) => one !== rule && hasCommonCategory(one, rule));
  const { zips } = rule;
  if (zips === null)
    return others.some((one) => one.zips !== null)
      ? 'Rules for ZIP codes in this state win over it.'
      : 'No other rule applies here.';
  const ranges = others.filter((one) => one.zips !== null && overlaps(one.zips, zips));
  const stronger = ranges.filter((one) => widthOf(one) < widthOf(rule)).map(({ name }) => name);
  const weaker = ranges.filter((one) => widthOf(one) > widthOf(rule)).map(({ name }) => name);
  if (others.some((one) => one.zips === null)) weaker.push('the rule of its state');
  const parts = [
    stronger.length > 0 && `${namesText(stronger)} ${stronger.length === 1 ? 'wins' : 'win'} over it.`,
    weaker.length > 0 && `It wins over ${namesText(weaker)}.`,
  ].filter(Boolean);
  return parts.join(' ') || 'No other rule applies here.';
}

function hasCommonCategory(a: TaxRule, b: TaxRule): boolean {
  return a.appliesTo.some((category) => b.appliesTo.includes(category));
}

function overlaps(a: string, b: string): boolean {
  return a.slice(0, 5) <= b.slice(-5) && b.slice(0, 5) <= a.slice(-5);
}

/** The number of ZIP codes; a state is wider than any range. */
function widthOf({ zips }: TaxRule): number {
  return zips === null ? Number.POSITIVE_INFINITY : Number(zips.slice(-5)) - Number(zips.slice(0, 5));
}

function namesText(names: readonly string[]): string {
  const [first = '', second = '', ...others] = names;
  if (others.length > 0) return `${first}, ${second} and ${others.length} more`;
  return second ? `${first} and ${second}` : first;
}
