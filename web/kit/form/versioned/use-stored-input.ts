import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import type { Versioned } from './edit-machine.ts';

/** Unsaved input and the version that it changes. */
type StoredInput<T, Values> = { base: Versioned<T>; input: Partial<Values> };

/**
 * The input that an earlier visit of this tab left unsaved, with the version that it changes: saving it over a newer
 * version is then a conflict, as without the reload. Null without any.
 */
export function useStoredInput<T, Values>(key: string): StoredInput<T, Values> | null {
  const [stored] = useState(() => readStored<T, Values>(key));
  return stored;
}

function readStored<T, Values>(key: string): StoredInput<T, Values> | null {
  try {
    return JSON.parse(tabStorage.get(key) ?? 'null') as StoredInput<T, Values> | null;
  } catch {
    return null;
  }
}

/**
 * Puts unsaved input on top of a version that the same user saved elsewhere on the page, if the input was based on the
 * version before it (`from`, its ETag).
 */
export function rebaseStoredInput<T>(key: string, from: string | null, base: Versioned<T>) {
  const stored = readStored<T, object>(key);
  if (stored && stored.base.etag === from) tabStorage.set(key, JSON.stringify({ ...stored, base }));
}

type FormInput<T, Values extends FieldValues, Changes> = {
  form: UseFormReturn<Values, unknown, Changes>;
  stored: StoredInput<T, Values> | null;
  base: Versioned<T>;
  changesOf: (value: T, values: Values) => Partial<Values>;
};

/** Puts stored input into the form, and stores what the user types until it is saved or undone. */
export function useKeptInput<T, Values extends FieldValues, Changes>(
  key: string,
  { form, stored, base, changesOf }: FormInput<T, Values, Changes>,
) {
  useEffect(() => {
    for (const [field, value] of Object.entries(stored?.input ?? {}))
      form.setValue(field as Path<Values>, value, { shouldDirty: true });
  }, [form, stored]);
  useEffect(() => {
    const keep = (values: Values) => {
      const input = changesOf(base.value, values);
      if (Object.keys(input).length === 0) tabStorage.remove(key);
      else tabStorage.set(key, JSON.stringify({ base, input }));
    };
    keep(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [key, form, base, changesOf]);
}
