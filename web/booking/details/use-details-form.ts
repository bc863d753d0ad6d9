import { useEffect, useRef } from 'react';
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Entries, entriesSchema } from '#web/booking/entries.ts';

export type DetailsForm = UseFormReturn<Entries>;

/** The contract's rules; the billing fields' only while they are asked for. The first message of a field counts. */
const resolver: Resolver<Entries> = (values) => {
  const parsed = z.safeParse(entriesSchema(values), values);
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, FieldError> = {};
  for (const { path, code, message } of parsed.error.issues)
    errors[String(path[0])] ??= { type: code, message };
  return { values: {}, errors };
};

/** The form of step 2: what is typed is handed out at once, so that a reload loses nothing. */
export function useDetailsForm(entries: Entries, onTyped: (entries: Entries) => void): DetailsForm {
  const form = useForm<Entries>({ defaultValues: entries, resolver });
  const latest = useRef(onTyped);
  latest.current = onTyped;
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => latest.current({ ...values }) }),
    [subscribe],
  );
  return form;
}
