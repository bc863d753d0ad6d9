import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import type { Stale } from '#web/kit/form/versioned/edit-machine.ts';
import { staleOf } from '#web/kit/form/versioned/stale.ts';

export type SaveOutcome =
  | { status: 'saved' }
  /** A colleague saved the section first. `newer` is the draft as it is now. */
  | { status: 'stale'; stale: Stale; newer: CatalogDraft }
  | { status: 'failed'; error: unknown }
  /** The section is being saved already: a second tap. */
  | { status: 'busy' };

/** Saves a section of the draft under the version that was read. */
export function useSectionSave<S extends CatalogSection>(section: S) {
  const client = useQueryClient();
  const saving = useSaveSection(section);
  const isBusy = useRef(false);
  const save = async (value: RateCard[S], etag: string): Promise<SaveOutcome> => {
    if (isBusy.current) return { status: 'busy' };
    isBusy.current = true;
    try {
      await saving.mutateAsync({ value, etag });
      return { status: 'saved' };
    } catch (error) {
      const stale = staleOf(error);
      if (!stale) return { status: 'failed', error };
      const load = client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
      return await load.then(
        (newer) => ({ status: 'stale', stale, newer }) as const,
        (failure: unknown) => ({ status: 'failed', error: failure }) as const,
      );
    } finally {
      isBusy.current = false;
    }
  };
  return { save, isPending: saving.isPending };
}

type Change<S extends CatalogSection> = (value: RateCard[S]) => RateCard[S];

/**
 * Saves a change that needs no form, such as a new order, on top of the draft that is loaded. After a conflict the newer
 * draft is loaded; `notice`, for a ConflictNotice, asks whether the change is made on top of it.
 */
export function useSectionChange<S extends CatalogSection>(section: S) {
  const client = useQueryClient();
  const { save, isPending } = useSectionSave(section);
  const [conflict, setConflict] = useState<{ stale: Stale; change: Change<S> } | null>(null);
  const apply = async (change: Change<S>): Promise<SaveOutcome> => {
    const draft = client.getQueryData<CatalogDraft>(catalogDraftQuery().queryKey);
    if (!draft) return { status: 'busy' };
    const outcome = await save(change(draft.sections[section]), draft.etags[section]);
    if (outcome.status === 'stale') setConflict({ stale: outcome.stale, change });
    if (outcome.status === 'saved') setConflict(null);
    return outcome;
  };
  return {
    apply,
    isPending,
    notice: conflict && {
      stale: { ...conflict.stale, changed: [] },
      isLoading: isPending,
      fieldText: (label: string) => ({ label, current: '', input: null }),
      onDiscard: () => setConflict(null),
      onOverwrite: () => void apply(conflict.change),
    },
  };
}
