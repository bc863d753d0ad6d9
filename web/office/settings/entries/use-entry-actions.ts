import { useRef, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import type { SaveOutcome } from '#web/kit/form/versioned/use-edit.ts';
import { listSectionIssues } from '#web/office/settings/section/form-errors.ts';
import { useSectionChange } from '#web/office/settings/section/use-section-edit.ts';
import { toastDraftSaved } from '#web/office/settings/section/use-section-form.ts';
import { type EntryKind, type EntryOf, type EntrySection, isOfferedEntry } from './entry-kind.ts';

type Change<S extends EntrySection> = (list: readonly EntryOf<S>[]) => EntryOf<S>[];

/** Changes of a list that need no form: its order, retiring and removing. Each is saved at once. */
export function useEntryActions<S extends EntrySection>(kind: EntryKind<S>, draft: CatalogDraft) {
  const { apply: applyToSection, notice, isPending } = useSectionChange(kind.section, draft);
  const apply = (change: Change<S>) =>
    applyToSection((list) => change(list as readonly EntryOf<S>[]) as RateCard[S]);
  /** Resolves to why it failed, or null. */
  const change = async (done: string, to: Change<S>): Promise<string | null> => {
    const outcome = await apply(to);
    switch (outcome.status) {
      case 'saved':
        toastDraftSaved(done);
        return null;
      case 'failed': {
        const [issue] = listSectionIssues(outcome.error, kind.section);
        return issue?.message ?? failureText('The draft could not be saved.', outcome.error);
      }
      case 'stale':
        return 'A colleague changed this list. The newer list is loaded: try again.';
      case 'busy':
        return 'Another change of this list is being saved. Try again in a moment.';
    }
  };
  return { notice, isPending, change, ...useOrder(apply) };
}

/** The order of the list. Quick moves are shown at once and saved together. */
function useOrder<S extends EntrySection>(apply: (change: Change<S>) => Promise<SaveOutcome<unknown>>) {
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const wanted = useRef<readonly string[] | null>(null);
  const isSaving = useRef(false);
  const saveOrder = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    while (wanted.current) {
      const ids = wanted.current;
      wanted.current = null;
      const outcome = await apply((list) => sortedBy(list, ids));
      if (outcome.status === 'failed') toastFailure('The order could not be saved.', outcome.error);
      if (outcome.status !== 'saved') wanted.current = null;
    }
    isSaving.current = false;
    setOrder(null);
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
