import { formatDays } from '#domain/catalog/field-texts.ts';
import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import type { EntryKind, EntryValues, FieldsProps } from '#web/office/settings/entries/entry-kind.ts';
import { FixedFact, IdField } from '#web/office/settings/entries/IdField.tsx';
import { fieldReader, slugOf } from '#web/office/settings/entries/read-fields.ts';
import { useProposals } from '#web/office/settings/entries/use-proposals.ts';

export const RENTALS: EntryKind<'rentalOptions'> = {
  section: 'rentalOptions',
  noun: 'rental period',
  title: 'Rental periods',
  empty: 'No rental periods yet. Add the first one, such as a 7-Day Rental.',
  afterAdding: 'Set its prices in the tab Prices.',
  nameOf: ({ title }) => title,
  labels: { id: 'ID', title: 'Title', label: 'Short label', days: 'Days', features: 'Features' },
  valuesOf: (rental) => ({
    title: rental?.title ?? '',
    label: rental?.label ?? '',
    days: rental ? String(rental.days) : '',
    features: rental?.features.join('\n') ?? '',
    id: rental?.id ?? '',
  }),
  read: (values, rental) => {
    const { errors, text, whole, lines } = fieldReader(values);
    const entry = {
      id: text('id'),
      title: text('title'),
      label: text('label'),
      days: whole('days'),
      features: lines('features'),
      isActive: rental?.isActive ?? true,
    };
    return { entry, errors };
  },
  Fields: RentalFields,
  Facts: ({ entry }) => (
    <>
      <p>
        {formatDays(entry.days)} · in lists: <bdi>{entry.label}</bdi>
      </p>
      {entry.features.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 text-ink-soft">
          {entry.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two features can have the same text
            <li key={index} dir="auto" className="line-clamp-2">
              <span aria-hidden="true">✓ </span>
              {feature}
            </li>
          ))}
        </ul>
      )}
    </>
  ),
};

const RULES = {
  title: ({ days = '' }: EntryValues) =>
    /^\d+$/.test(String(days).trim()) ? `${String(days).trim()}-Day Rental` : '',
  label: ({ title = '' }: EntryValues) => String(title).replace(/ rental$/i, ''),
  id: ({ label = '' }: EntryValues) => slugOf(String(label)),
};

function RentalFields({ form, bind, draft, entry }: FieldsProps<RentalPeriod>) {
  useProposals(form, RULES, entry === null);
  const isFixed = entry !== null && draft.usage.rentalOptions[entry.id]?.hasFixedDays === true;
  return (
    <>
      {isFixed ? (
        <FixedFact
          label="Days"
          value={String(entry.days)}
          reason="Fixed, because bookings have this period. Add another rental period instead."
        />
      ) : (
        <TextField
          {...bind('days')}
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          hint="Delivery and pickup day included, 1 to 365."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...bind('title')}
          label="Title"
          autoComplete="off"
          dir="auto"
          hint="On your page: 14-Day Rental."
        />
        <TextField
          {...bind('label')}
          label="Short label"
          autoComplete="off"
          dir="auto"
          hint="In lists: 14-Day."
        />
      </div>
      <TextAreaField
        {...bind('features')}
        label="Features"
        dir="auto"
        rows={4}
        hint="One a line, such as 'Pickup included'. Customers see them with a check mark."
      />
      <IdField bind={bind} entry={entry} example="14-day" />
    </>
  );
}
