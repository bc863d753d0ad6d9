import type { Day } from '#domain/days.ts';
import { CONTROL, Field, fieldAria } from '#web/form/Field.tsx';
import { asDay } from '#web/table/filters.ts';
import { useDraft } from '#web/table/use-draft.ts';

type Props = {
  name: string;
  label: string;
  day: Day;
  error: string | undefined;
  /** '' when it was emptied. */
  onDay: (day: Day | '') => void;
};

/** A day that applies when the typing rests. */
export function DayInput({ name, label, day, error, onDay }: Props) {
  const { draft, setDraft, send } = useDraft(day, asDay, onDay);
  return (
    <Field name={name} label={label} error={error} className="min-w-0 max-sm:flex-1">
      <input
        type="date"
        name={name}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send()}
        {...fieldAria(name, error)}
        className={CONTROL}
      />
    </Field>
  );
}
