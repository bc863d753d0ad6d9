import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { FactText } from '#web/office/settings/entries/EntryRow.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { IdField } from '#web/office/settings/entries/IdField.tsx';
import {
  fieldReader,
  formatMeasure,
  parseMeasure,
  slugOf,
} from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';
import { DumpsterDrawing } from '#web/public/rental/DumpsterDrawing.tsx';

export const SIZES: EntryKind<'dumpsterSizes'> = {
  section: 'dumpsterSizes',
  noun: 'size',
  title: 'Sizes',
  empty: 'No sizes yet. Add the first one with its measures: customers see it drawn to scale.',
  afterAdding: 'Set its prices in the tab Prices.',
  nameOf: ({ name }) => name,
  labels: {
    id: 'ID',
    name: 'Name',
    yards: 'Volume',
    lengthIn: 'Length',
    widthIn: 'Width',
    heightIn: 'Height',
    bestFor: 'Best for',
  },
  valuesOf: (size) => ({
    yards: size ? String(size.yards) : '',
    name: size?.name ?? '',
    id: size?.id ?? '',
    lengthIn: size ? formatMeasure(size.lengthIn) : '',
    widthIn: size ? formatMeasure(size.widthIn) : '',
    heightIn: size ? formatMeasure(size.heightIn) : '',
    bestFor: size?.bestFor ?? '',
  }),
  read: (values, size) => {
    const { errors, text, whole, measure } = fieldReader(values);
    const entry = {
      id: text('id'),
      name: text('name'),
      yards: whole('yards'),
      lengthIn: measure('lengthIn'),
      widthIn: measure('widthIn'),
      heightIn: measure('heightIn'),
      bestFor: text('bestFor'),
      isActive: size?.isActive ?? true,
    };
    return { entry, errors };
  },
  Fields: SizeFields,
  Facts: ({ entry }) => (
    <>
      <p>
        {entry.yards} cubic yards · {unbroken(`${formatMeasure(entry.lengthIn)} long`)},{' '}
        {unbroken(`${formatMeasure(entry.widthIn)} wide`)},{' '}
        {unbroken(`${formatMeasure(entry.heightIn)} high`)}
      </p>
      <FactText>{entry.bestFor}</FactText>
    </>
  ),
  Picture: ({ entry, draft }) => (
    <DumpsterDrawing
      size={entry}
      sizes={draft.sections.dumpsterSizes}
      className="w-24 shrink-0 self-start sm:w-44 sm:self-center"
    />
  ),
};

/** A number stays on the line of its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function SizeFields({ form, bind, draft, entry }: FieldsProps<SizeOption>) {
  const rules = {
    name: ({ yards = '' }: EntryValues) => (yards ? `${yards}-Yard` : ''),
    id: ({ name = '' }: EntryValues) => slugOf(String(name)),
  };
  useProposals(form, rules, entry === null);
  const drawn = drawnSize(form.watch());
  const others = draft.sections.dumpsterSizes.filter(({ id }) => id !== entry?.id);
  return (
    <>
      <div className="flex h-32 items-end justify-center rounded-md bg-sunk px-4 py-2">
        {drawn ? (
          <DumpsterDrawing size={drawn} sizes={[...others, drawn]} className="max-h-full w-full max-w-80" />
        ) : (
          <p className="self-center text-center text-ink-soft text-sm">
            Enter the volume and the measures to see the size drawn to scale.
          </p>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('yards')} label="Volume (cubic yards)" inputMode="numeric" autoComplete="off" />
        <TextField {...bind('name')} label="Name" autoComplete="off" dir="auto" />
      </div>
      <div className="grid grid-cols-3 gap-4">
        <TextField {...bind('lengthIn')} label="Length" autoComplete="off" placeholder="22 ft" />
        <TextField {...bind('widthIn')} label="Width" autoComplete="off" placeholder="8 ft" />
        <TextField {...bind('heightIn')} label="Height" autoComplete="off" placeholder="4 ft 6 in" />
      </div>
      <TextField
        {...bind('bestFor')}
        label="Best for"
        autoComplete="off"
        dir="auto"
        hint="Customers read it below the size: 'A kitchen or bathroom remodel'."
      />
      <IdField bind={bind} entry={entry} example="12-yard" />
    </>
  );
}

/** What the drawing shows while the form is filled; null until the volume, length and height can be read. */
function drawnSize({ yards, lengthIn, heightIn }: EntryValues) {
  const [length, height] = [lengthIn, heightIn].map((text) => parseMeasure(String(text).trim()));
  const volume = Number(yards);
  if (!length || !height || !(volume > 0) || length > 1200 || height > 1200) return null;
  return { yards: volume, lengthIn: length, heightIn: height };
}
