import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { userQuery } from '#web/api/users.ts';
import { toast } from '#web/ui/toast-store.ts';

/** An account and the version it was read at. */
export type Opened = { value: Account; etag: string | null };

/** The account that a form began with, and a newer one, once somebody else was quicker. */
export function useOpened(opened: Opened) {
  const client = useQueryClient();
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<Opened | null>(null);
  const [isLoading, setLoading] = useState(false);
  const look = async (): Promise<Opened | null> => {
    setLoading(true);
    try {
      const found = await client.fetchQuery({ ...userQuery(base.value.id), staleTime: 0 });
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
