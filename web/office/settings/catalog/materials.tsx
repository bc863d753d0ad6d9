import { entryName } from '#domain/catalog/entries.ts';
import type { Material } from '#domain/catalog/rate-card.ts';
import { formatCount } from '#domain/shared/text.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { CheckboxGroup } from '#web/kit/form/CheckboxGroup.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { FactText } from '#web/office/settings/entries/EntryRow.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { IdField } from '#web/office/settings/entries/IdField.tsx';
import { fieldReader, slugOf } from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';

export const MATERIALS: EntryKind<'materials'> = {
  section: 'materials',
  noun: 'material',
  title: 'Materials',
  empty: 'No materials yet. Add the first one, such as mixed debris or concrete.',
  afterAdding: 'Set its prices in the tab Prices.',
  nameOf: ({ name }) => name,
  labels: {
    id: 'ID',
    name: 'Name',
    includes: 'What belongs to it',
    excludes: 'What does not belong to it',
    densityLow: 'Lowest weight',
    densityHigh: 'Highest weight',
    fillLine: 'Fill line',
    isLimited: 'Only in some sizes',
    sizes: 'Sizes',
  },
  valuesOf: (material, { dumpsterSizes }) => ({
    name: material?.name ?? '',
    includes: material?.includes ?? '',
    excludes: material?.excludes ?? '',
    densityLow: material ? formatCount(material.densityLow) : '',
    densityHigh: material ? formatCount(material.densityHigh) : '',
    fillLine: material?.fillLine ?? '',
    isLimited: Boolean(material?.sizes),
    // A size that was removed from the draft has no checkbox; saving leaves it out.
    sizes: dumpsterSizes.map(({ id }) => id).filter((id) => material?.sizes?.includes(id)),
    id: material?.id ?? '',
  }),
  read: (values, material) => {
    const { errors, text, whole, isOn, list } = fieldReader(values);
    const entry = {
      id: text('id'),
      name: text('name'),
      includes: text('includes'),
      excludes: text('excludes'),
      densityLow: whole('densityLow'),
      densityHigh: whole('densityHigh'),
      fillLine: text('fillLine') || null,
      sizes: isOn('isLimited') ? list('sizes') : null,
      isActive: material?.isActive ?? true,
    };
    return { entry, errors };
  },
  Fields: MaterialFields,
  Facts: ({ entry, draft }) => (
    <>
      <p>
        {formatCount(entry.densityLow)} to {formatCount(entry.densityHigh)} lb a cubic yard · filled{' '}
        <bdi>{entry.fillLine ?? 'to the rim'}</bdi>
      </p>
      <p dir="auto">
        {entry.sizes
          ? `Only in ${entry.sizes.map((id) => entryName(draft.sections.dumpsterSizes, id)).join(', ')}`
          : 'In every size'}
      </p>
      {entry.includes && <FactText>{entry.includes}</FactText>}
      {entry.excludes && <FactText>{`Not: ${entry.excludes}`}</FactText>}
    </>
  ),
};

const RULES = { id: ({ name = '' }: EntryValues) => slugOf(String(name)) };

function MaterialFields({ form, bind, draft, entry }: FieldsProps<Material>) {
  useProposals(form, RULES, entry === null);
  const chosen = new Set(entry?.sizes ?? []);
  const sizes = draft.sections.dumpsterSizes.filter(({ id, isActive }) => isActive || chosen.has(id));
  return (
    <>
      <TextField
        {...bind('name')}
        label="Name"
        autoComplete="off"
        dir="auto"
        hint="Such as 'Concrete, brick and asphalt'."
      />
      <TextAreaField
        {...bind('includes')}
        label="What belongs to it"
        dir="auto"
        hint="Customers read it beside the choice."
      />
      <TextAreaField
        {...bind('excludes')}
        label="What does not belong to it"
        dir="auto"
        hint="Such as 'Wood, trash or rebar longer than 2 ft'."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...bind('densityLow')}
          label="Lightest (lb a cubic yard)"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...bind('densityHigh')}
          label="Heaviest (lb a cubic yard)"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField
        {...bind('fillLine')}
        label="Fill line"
        autoComplete="off"
        dir="auto"
        placeholder="to the rim"
        hint="How far customers may fill it, such as 'to 12 inches below the rim'. Empty: to the rim."
      />
      <CheckboxField
        {...bind('isLimited')}
        label="Only in some sizes"
        hint="For heavy materials such as concrete or dirt, which overload a truck in a large dumpster."
      />
      {form.watch('isLimited') === true && (
        <CheckboxGroup
          {...bind('sizes')}
          label="It may go into"
          options={sizes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <IdField bind={bind} entry={entry} example="concrete" />
    </>
  );
}
