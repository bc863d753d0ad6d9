import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import { TextAreaField } from '#web/form/TextAreaField.tsx';
import type { DetailsForm } from './use-details-form.ts';

/** The counter appears when so many characters are left. */
const SHOWN_FROM = 200;
/** It is read out after a pause, not at each key. */
const PAUSE_MS = 1000;

export function NotesField({ form }: { form: DetailsForm }) {
  const notes = useWatch({ control: form.control, name: 'notes' });
  const left = LIMITS.text - notes.trim().length;
  const words = left <= SHOWN_FROM ? countText(left) : '';
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <>
      <TextAreaField
        {...form.register('notes')}
        label="Notes"
        hint="Where exactly to place it, gates, low branches, anything the driver should know."
        error={form.formState.errors.notes?.message}
      />
      <p
        aria-hidden="true"
        className={`mt-1 text-right text-sm tabular-nums empty:hidden ${left < 0 ? 'font-semibold text-danger' : 'text-ink-soft'}`}
      >
        {words}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

function countText(left: number): string {
  const count = Math.abs(left);
  const characters = count === 1 ? 'character' : 'characters';
  return left < 0 ? `${count} ${characters} too many` : `${count} ${characters} left`;
}
