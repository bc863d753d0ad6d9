import { entryName } from '#domain/catalog/entries.ts';
import type { ProjectPreset, RateCard } from '#domain/catalog/rate-card.ts';
import { formatCount } from '#domain/shared/text.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { IdField } from '#web/office/settings/entries/IdField.tsx';
import { fieldReader, slugOf } from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';

export const PROJECTS: EntryKind<'projectPresets'> = {
  section: 'projectPresets',
  noun: 'project or item',
  title: 'Projects and items',
  empty:
    "Nothing here yet, so 'Help me choose' is not shown. Add projects such as 'Kitchen remodel', and items such as 'Sofa'.",
  afterAdding: '',
  nameOf: ({ name }) => name,
  labels: {
    id: 'ID',
    kind: 'Type',
    name: 'Name',
    material: 'Material',
    size: 'Size',
    volumeLow: 'Lowest volume',
    volumeHigh: 'Highest volume',
    weightLow: 'Lowest weight',
    weightHigh: 'Highest weight',
  },
  valuesOf: (preset, card) => ({
    kind: preset?.kind ?? 'project',
    name: preset?.name ?? '',
    material: preset?.material ?? firstMaterial(card),
    size: preset?.size ?? '',
    volumeLow: preset ? String(preset.volumeLow) : '',
    volumeHigh: preset ? String(preset.volumeHigh) : '',
    weightLow: preset ? formatCount(preset.weightLow) : '',
    weightHigh: preset ? formatCount(preset.weightHigh) : '',
    id: preset?.id ?? '',
  }),
  read: (values) => {
    const { errors, text, whole } = fieldReader(values);
    const kind: ProjectPreset['kind'] = text('kind') === 'item' ? 'item' : 'project';
    const entry = {
      id: text('id'),
      kind,
      name: text('name'),
      material: text('material'),
      size: kind === 'item' ? null : text('size') || null,
      volumeLow: whole('volumeLow'),
      volumeHigh: whole('volumeHigh'),
      weightLow: whole('weightLow'),
      weightHigh: whole('weightHigh'),
    };
    return { entry, errors };
  },
  Fields: ProjectFields,
  Facts: ({ entry, draft: { sections } }) => (
    <>
      <p>
        {range(entry.volumeLow, entry.volumeHigh)} cubic yards · {range(entry.weightLow, entry.weightHigh)} lb
      </p>
      <p className="text-ink-soft">
        <bdi>{entryName(sections.materials, entry.material)}</bdi>
        {entry.kind === 'project' && (
          <>
            {' '}
            ·{' '}
            <bdi>
              {entry.size === null ? 'size by volume' : entryName(sections.dumpsterSizes, entry.size)}
            </bdi>
          </>
        )}
      </p>
    </>
  ),
  badgeOf: ({ kind }) => (kind === 'item' ? 'Item' : 'Project'),
};

const RULES = { id: ({ name = '' }: EntryValues) => slugOf(String(name)) };

function ProjectFields({ form, bind, draft: { sections }, entry }: FieldsProps<ProjectPreset>) {
  useProposals(form, RULES, entry === null);
  const [kind, material] = form.watch(['kind', 'material']);
  const fits = sections.materials.find(({ id }) => id === material)?.sizes;
  const sizes = sections.dumpsterSizes.filter(
    ({ id, isActive }) => id === entry?.size || (isActive && (!fits || fits.includes(id))),
  );
  return (
    <>
      <SelectField {...bind('kind')} label="Type" options={KINDS} />
      <TextField
        {...bind('name')}
        label="Name"
        autoComplete="off"
        dir="auto"
        hint={
          kind === 'item' ? "One piece: 'Sofa', 'Refrigerator'." : "'Kitchen remodel', 'Roof, 25 squares'."
        }
      />
      <SelectField
        {...bind('material')}
        label="Material"
        options={sections.materials
          .filter(({ id, isActive }) => isActive || id === entry?.material)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      {kind === 'project' && (
        <SelectField
          {...bind('size')}
          label="Recommended size"
          hint="The smallest that is proposed for it. A larger one is proposed when the most it can cost is lower."
          options={[
            { value: '', label: 'By its volume' },
            ...sizes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...bind('volumeLow')}
          label="Volume from (cubic yards)"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...bind('volumeHigh')}
          label="Volume to (cubic yards)"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...bind('weightLow')} label="Weight from (lb)" inputMode="numeric" autoComplete="off" />
        <TextField {...bind('weightHigh')} label="Weight to (lb)" inputMode="numeric" autoComplete="off" />
      </div>
      <IdField bind={bind} entry={entry} example="kitchen-remodel" />
    </>
  );
}

const KINDS = [
  { value: 'project', label: 'A whole project' },
  { value: 'item', label: 'One item that customers count' },
];

function range(low: number, high: number): string {
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}

function firstMaterial({ materials }: RateCard): string {
  return materials.find(({ isActive }) => isActive)?.id ?? '';
}
