import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { clearInput } from '#web/office/settings/section/stored-input.ts';
import { toastDraftSaved, useSectionForm } from '#web/office/settings/section/use-section-form.ts';
import { checkEntry, sortIssues } from './check-entry.ts';
import {
  type EntryKind,
  type EntryOf,
  type EntrySection,
  type EntryValues,
  entriesOf,
} from './entry-kind.ts';

type Options<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  /** The id of the entry; null for a new one. */
  id: string | null;
  onClose: () => void;
};

/** The form of an entry, which saves its section. */
export function useEntryForm<S extends EntrySection>({ kind, draft, id, onClose }: Options<S>) {
  const find = (card: RateCard) =>
    entriesOf(card, kind.section).find((entry: EntryOf<S>) => entry.id === id) ?? null;
  const close = () => {
    clearInput(kind.section);
    onClose();
  };
  const section = useSectionForm<S, EntryValues>({
    draft,
    section: kind.section,
    id,
    valuesOf: (card) => kind.valuesOf(find(card), card),
    read: (values, card) => {
      const { list, errors } = checkEntry(kind, { card, entry: find(card), values });
      return { value: list as RateCard[S], errors };
    },
    placeIssues: (issues, values, value) => {
      const list = value as EntryOf<S>[];
      const typed = id ?? String(values.id ?? '').trim();
      const index = list.findIndex((entry) => entry.id === typed);
      return sortIssues(issues, { index, names: list.map((entry) => kind.nameOf(entry)), values });
    },
    labels: kind.labels,
    failed: `The ${kind.noun} could not be saved.`,
    onSaved: (values) => {
      const name = kind.nameOf(kind.read(values, find(section.base.sections)).entry);
      toastDraftSaved(
        id === null
          ? `${name} was added to the draft. ${kind.afterAdding}`
          : `${name} was changed in the draft.`,
      );
      close();
    },
  });
  return { ...section, entry: find(section.base.sections), close };
}
