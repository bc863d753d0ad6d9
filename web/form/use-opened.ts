import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureWords } from '#web/api/call.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** A thing that staff change, and the version it was read at. */
export type Opened<T> = { value: T; etag: string | null };

/** What a form began with, and a newer version, once somebody else was quicker. `queryOf` reads that one. */
export function useOpened<T, Key extends readonly unknown[]>(
  opened: Opened<T>,
  queryOf: (value: T) => FetchQueryOptions<Opened<T>, Error, Opened<T>, Key>,
) {
  const client = useQueryClient();
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<Opened<T> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const look = async (): Promise<Opened<T> | null> => {
    setLoading(true);
    try {
      const found = await client.fetchQuery({ ...queryOf(base.value), staleTime: 0 });
      setNewer(found);
      return found;
    } catch (error) {
      const text = failureWords(error, 'The newer values could not be loaded.');
      toast({ title: 'Error', text, variant: 'destructive' });
      return null;
    } finally {
      setLoading(false);
    }
  };
  const rebase = (on: Opened<T>) => {
    setBase(on);
    setNewer(null);
  };
  return { base: base.value, etag: base.etag, newer, isLoading, look, rebase };
}

/** Puts the newer values into a form; what was typed stays, but where the other one changed the same field. */
export function takeValues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  { before, fresh, theirs }: { before: Values; fresh: Values; theirs: readonly string[] },
) {
  const mine = form.getValues();
  form.reset(fresh);
  for (const field of Object.keys(fresh) as Path<Values>[]) {
    const isMine = mine[field] !== before[field] && !theirs.includes(field);
    if (isMine) form.setValue(field, mine[field], { shouldDirty: true });
  }
}
