import { useEffect, useRef } from 'react';
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import { type Entries, entriesSchema } from '#web/booking/history/entries.ts';

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

type Options = {
  entries: Entries;
  /** Shown at their fields. The first one takes the focus. */
  refused: FieldErrors | undefined;
  onTyped: (entries: Entries) => void;
};

/** The form of step 2: what is typed is handed out at once, so that a reload loses nothing. */
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

/** Until it is changed, a field shows what the server found wrong with it. */
function useRefusedFields(form: DetailsForm, refused: FieldErrors | undefined): void {
  const { clearErrors, getFieldState, setError, setFocus, subscribe } = form;
  useEffect(() => {
    const fields = Object.entries(refused ?? {}) as [keyof Entries, string][];
    const [first] = fields;
    if (!first) return;
    for (const [field, message] of fields) setError(field, { type: 'server', message });
    // After the change of step, which scrolls to the top.
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
