import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { failureText, toastFailure } from '#web/form/failure.ts';
import { type Stale, staleOf } from '#web/form/versioned/use-versioned-save.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { issuesOf } from './check-entry.ts';
import { type EntryKind, type EntryOf, type EntrySection, entriesOf, isOfferedEntry } from './entry-kind.ts';

type Change<S extends EntrySection> = (list: readonly EntryOf<S>[]) => EntryOf<S>[];

/**
 * Changes of a list that need no form: its order, retiring and removing. Each is saved at once. `stale` is set after a
 * colleague saved the list first; the newer list is loaded then.
 */
export function useEntryActions<S extends EntrySection>(kind: EntryKind<S>) {
  const client = useQueryClient();
  const saving = useSaveSection(kind.section);
  const [stale, setStale] = useState<Stale | null>(null);
  const current = () => client.getQueryData<CatalogDraft>(catalogDraftQuery().queryKey);
  const apply = async (change: Change<S>) => {
    const draft = current();
    if (!draft) return;
    const value = change(entriesOf(draft.sections, kind.section)) as RateCard[S];
    try {
      await saving.mutateAsync({ value, etag: draft.etags[kind.section] });
      setStale(null);
    } catch (error) {
      setStale(staleOf(error));
      if (staleOf(error)) await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
      throw error;
    }
  };
  /** Resolves to why it failed, or null. */
  const change = async (done: string, to: Change<S>): Promise<string | null> => {
    try {
      await apply(to);
      toast({ variant: 'plain', title: 'Draft saved', text: done });
      return null;
    } catch (error) {
      if (staleOf(error)) return 'A colleague changed this list. The newer list is loaded: try again.';
      const [issue] = issuesOf(error, kind.section);
      return issue?.message ?? failureText('The draft could not be saved.', error);
    }
  };
  return { stale, isPending: saving.isPending, change, ...useOrder(apply) };
}

/** The order of the list. Quick moves are shown at once and saved together. */
function useOrder<S extends EntrySection>(apply: (change: Change<S>) => Promise<void>) {
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const wanted = useRef<readonly string[] | null>(null);
  const isSaving = useRef(false);
  const saveOrder = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (wanted.current) {
        const ids = wanted.current;
        wanted.current = null;
        await apply((list) => sortedBy(list, ids));
      }
    } catch (error) {
      wanted.current = null;
      if (!staleOf(error)) toastFailure('The order could not be saved.', error);
    } finally {
      isSaving.current = false;
      setOrder(null);
    }
  };
  return {
    /** The entries as they are shown: those that are offered first. */
    ordered: (list: readonly EntryOf<S>[]) => sortedBy(list, order ?? list.map(({ id }) => id)),
    isOrderSaving: order !== null,
    setOrder: (ids: readonly string[]) => {
      setOrder(ids);
      wanted.current = ids;
      void saveOrder();
    },
  };
}

/** Offered entries by `ids`, then the retired ones; entries that `ids` does not have come after those that it has. */
function sortedBy<T extends EntryOf<EntrySection>>(list: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (entry: T) =>
    (isOfferedEntry(entry) ? 0 : ids.length + 1) + (places.get(entry.id) ?? ids.length);
  return list.toSorted((a, b) => placeOf(a) - placeOf(b));
}
