import { useEffect, useRef } from 'react';
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldErrors } from '#web/public/booking/field-errors.ts';
import { type Entries, entriesSchema } from '#web/public/booking/history/entries.ts';

export type DetailsForm = UseFormReturn<Entries>;

/** Validates by the contract's schema, billing fields only while they are shown. Keeps the first message of each field. */
const resolver: Resolver<Entries> = (values) => {
  const parsed = z.safeParse(entriesSchema(values), values);
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, FieldError> = {};
  for (const { path, code, message } of parsed.error.issues)
    errors[String(path[0])] ??= { type: code, message };
  return { values: {}, errors };
};

type Options = {
  entries: Entries;
  /** Shown at their fields. The first one takes the focus. */
  refused: FieldErrors | undefined;
  onTyped: (entries: Entries) => void;
};

/** The form of step 2. Reports each change through `onTyped`, so that a reload loses nothing. */
export function useDetailsForm({ entries, refused, onTyped }: Options): DetailsForm {
  const form = useForm<Entries>({ defaultValues: entries, resolver });
  const latest = useRef(onTyped);
  latest.current = onTyped;
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => latest.current({ ...values }) }),
    [subscribe],
  );
  useRefusedFields(form, refused);
  return form;
}

/** Shows a server error at its field until the field changes. */
function useRefusedFields(form: DetailsForm, refused: FieldErrors | undefined): void {
  const { clearErrors, getFieldState, setError, setFocus, subscribe } = form;
  useEffect(() => {
    const fields = Object.entries(refused ?? {}) as [keyof Entries, string][];
    const [first] = fields;
    if (!first) return;
    for (const [field, message] of fields) setError(field, { type: 'server', message });
    // The step change scrolls to the top first.
    const frame = requestAnimationFrame(() => {
      setFocus(first[0]);
      document.activeElement?.scrollIntoView?.({ block: 'center' });
    });
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        const field = name as keyof Entries | undefined;
        if (field && getFieldState(field).error?.type === 'server') clearErrors(field);
      },
    });
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [refused, clearErrors, getFieldState, setError, setFocus, subscribe]);
}
