import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { dumpsterQuery } from '#web/api/inventory.ts';
import { toast } from '#web/ui/toast-store.ts';

/** A unit and the version it was read at. */
export type Opened = { value: Dumpster; etag: string | null };

/** The unit that a form began with, and a newer one, once somebody else was quicker. */
export function useOpened(opened: Opened) {
  const client = useQueryClient();
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<Opened | null>(null);
  const [isLoading, setLoading] = useState(false);
  const look = async (): Promise<Opened | null> => {
    setLoading(true);
    try {
      const found = await client.fetchQuery({ ...dumpsterQuery(base.value.id), staleTime: 0 });
      setNewer(found);
      return found;
    } catch (error) {
      const text = failureWords(error, 'The newer values could not be loaded.');
      toast({ title: 'Error', text, look: 'destructive' });
      return null;
    } finally {
      setLoading(false);
    }
  };
  const rebase = (on: Opened) => {
    setBase(on);
    setNewer(null);
  };
  return { base: base.value, etag: base.etag, newer, isLoading, look, rebase };
}
