import { useEffect, useRef } from 'react';
import type { EntryForm, EntryValues } from './entry-kind.ts';

type Rules = Readonly<Record<string, (values: EntryValues) => string>>;

/** Fills fields of a new entry from others, such as the id from the name, until the user types into them. */
export function useProposals(form: EntryForm, rules: Rules, isNew: boolean): void {
  const proposed = useRef<Record<string, string>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules of a form do not change
  useEffect(() => {
    if (!isNew) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        for (const [field, propose] of Object.entries(rules)) {
          const before = proposed.current[field] ?? '';
          const next = propose(values);
          proposed.current[field] = next;
          if (values[field] === before && next !== before) form.setValue(field, next, { shouldDirty: true });
        }
      },
    });
  }, [form, isNew]);
}
