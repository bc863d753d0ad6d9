import { useQueryClient } from '@tanstack/react-query';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { isUnread, type MayFollow, type Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';

type Options<S extends CatalogSection, Input> = {
  /** The latest draft that is loaded. */
  draft: CatalogDraft;
  start?: Versioned<CatalogDraft> | undefined;
  mayFollow: MayFollow<CatalogDraft>;
  /** The section with the input, on top of the draft. */
  sectionWith: (input: Input, draft: CatalogDraft) => RateCard[S];
};

/** useEdit for a section of the draft. */
export function useSectionEdit<S extends CatalogSection, Input>(
  section: S,
  { draft, start, mayFollow, sectionWith }: Options<S, Input>,
) {
  const client = useQueryClient();
  const saving = useSaveSection(section);
  const versionOf = (value: CatalogDraft) => ({ value, etag: value.etags[section] });
  const edit = useEdit<CatalogDraft, Input, unknown>({
    latest: versionOf(draft),
    start,
    mayFollow,
    save: (input, { value }) =>
      saving.mutateAsync({ value: sectionWith(input, value), etag: value.etags[section] }),
    // Saving reads the draft again.
    versionOf: () => versionOf(client.getQueryData(catalogDraftQuery().queryKey) ?? draft),
    reload: async () => versionOf(await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 })),
  });
  const { conflict } = edit;
  return {
    ...edit,
    isPending: saving.isPending,
    /** For a ConflictNotice. */
    loading: {
      isLoading: saving.isPending || conflict?.isReading === true,
      onReload: isUnread(conflict) ? () => void edit.loadNewer() : undefined,
    },
  };
}

type Change<S extends CatalogSection> = (value: RateCard[S]) => RateCard[S];

/**
 * Saves a change that needs no form, such as a new order, on top of the draft that is shown. After a conflict the newer
 * draft is shown; `notice`, for a ConflictNotice, asks whether the change is made on top of it.
 */
export function useSectionChange<S extends CatalogSection>(section: S, draft: CatalogDraft) {
  const edit = useSectionEdit<S, Change<S>>(section, {
    draft,
    mayFollow: () => true,
    sectionWith: (change, { sections }) => change(sections[section]),
  });
  const { conflict } = edit;
  return {
    apply: edit.save,
    isPending: edit.isPending,
    notice: conflict && {
      ...edit.loading,
      stale: { ...conflict.stale, changed: [] },
      fieldText: (label: string) => ({ label, current: '', input: null }),
      onDiscard: edit.discard,
      onOverwrite: () => void edit.saveOver(conflict.input),
    },
  };
}
