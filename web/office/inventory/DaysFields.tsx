import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Day, isDay } from '#domain/shared/days.ts';
import type { Window } from '#web/api/inventory.ts';
import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import { asDay } from '#web/kit/table/filters/filters.ts';

const DEBOUNCE_MS = 300;

type Props = {
  days: Days;
  errors: { from?: string; to?: string } | null;
  onAsk: (days: Days) => void;
};

/** Both days apply together when the typing rests; a last day that would lie before the first goes with it. */
export function DaysFields({ days, errors, onAsk }: Props) {
  const [draft, setDraft] = useState(days);
  const [seen, setSeen] = useState(days);
  const [sent, setSent] = useState<Days | null>(null);
  if (!isSame(days, seen)) {
    setSeen(days);
    // Changes from elsewhere (Back, 'Today') replace the input; the user's own changes do not.
    if (!sent || !isSame(days, sent)) setDraft(days);
  }
  const isNew = !isSame(draft, days) && isWhole(draft.from) && isWhole(draft.to);
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      setSent(draft);
      onAsk(draft);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isNew, draft, onAsk]);
  const typeFrom = (from: string) =>
    setDraft(({ to }) => ({ from, to: isWhole(from) && isWhole(to) && to < from ? from : to }));
  const typeTo = (to: string) => setDraft(({ from }) => ({ from, to }));
  return (
    <div className="flex flex-wrap gap-3 max-sm:basis-full">
      <DayField name="from" label="First day" value={draft.from} error={errors?.from} onType={typeFrom} />
      <DayField name="to" label="Last day" value={draft.to} error={errors?.to} onType={typeTo} />
    </div>
  );
}

const isSame = (a: Days, b: Days) => a.from === b.from && a.to === b.to;
const isWhole = (text: string) => text !== '' && asDay.parse(text) !== null;

type FieldProps = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
};

function DayField({ name, label, value, error, onType }: FieldProps) {
  return (
    <Field name={name} label={label} error={error} className="min-w-0 max-sm:flex-1 max-sm:basis-38">
      <input
        type="date"
        name={name}
        value={value}
        onChange={({ target }) => onType(target.value)}
        {...fieldAria(name, error)}
        className={CONTROL}
      />
    </Field>
  );
}

type Days = { from: Day; to: Day };

/** The days in the URL; without any, today. */
export function useDaysInAddress(today: Day) {
  const [params, setParams] = useSearchParams();
  const [from, to] = [dayIn(params, 'from'), dayIn(params, 'to')];
  const window = useMemo<Window>(() => ({ ...(from && { from }), ...(to && { to }) }), [from, to]);
  const ask = useCallback(
    (days: Days | null) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of ['from', 'to'] as const) {
            if (days) after.set(name, days[name]);
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  const first = from ?? today;
  return { window, days: { from: first, to: to ?? first }, isAsked: Boolean(from ?? to), ask };
}

/** A value in the URL that is not a day is ignored. */
function dayIn(params: URLSearchParams, name: string): Day | undefined {
  const text = params.get(name) ?? '';
  return isDay(text) ? text : undefined;
}
