import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { type Entries, entriesSchema } from '#web/booking/entries.ts';

export type DetailsForm = UseFormReturn<Entries>;

/** The contract's rules; the billing fields' only while they are asked for. */
const resolver: Resolver<Entries> = async (values, context, options) => {
  const check = zodResolver(entriesSchema(values)) as unknown as Resolver<Entries>;
  return check(values, context, options);
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
