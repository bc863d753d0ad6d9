import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { clearInput, type FieldValue, type FieldValues, readInput, storeInput } from './stored-input.ts';
import { useSectionEdit } from './use-section-edit.ts';

type Options<S extends CatalogSection> = {
  section: S;
  /** The latest draft that is loaded. */
  draft: CatalogDraft;
  /** The entry that is changed; null for a new one and for a form of the whole section. */
  id?: string | null;
  /** What the form shows of a draft. */
  fieldsOf: (card: RateCard) => FieldValues;
  labelOf: (field: string) => string;
};

type Sent<S extends CatalogSection> = { value: RateCard[S]; input: FieldValues };
/** A field that a colleague changed. `input` is null where the user changed nothing. */
type ChangedField = { field: string; current: string; input: string | null };

/**
 * Unsaved input on top of a section of the draft. The input keeps the version on which it began, also over a reload, so
 * a colleague's newer values are never overwritten silently: saving is then a conflict. It loads the newer version below
 * the input and lists what the colleague changed.
 */
export function useSectionInput<S extends CatalogSection>(options: Options<S>) {
  const { section, draft, id = null, fieldsOf, labelOf } = options;
  const [stored] = useState(() => storedInput(section, id));
  const [start] = useState(() => stored && startOf(stored, section, draft));
  const [hasInput, setHasInput] = useState(stored !== null);
  const edit = useSectionEdit<S, Sent<S>>(section, {
    draft,
    start: start ?? undefined,
    mayFollow: ({ isConflict }) => isConflict || !hasInput,
    sectionWith: ({ value }) => value,
  });
  const { conflict } = edit;
  const base = edit.base.value;
  const beforeOf = (on: CatalogDraft): FieldValues =>
    Object.assign({}, fieldsOf(on.sections), on === start?.value ? stored?.before : null);
  const clear = () => {
    clearInput(section);
    setHasInput(false);
  };
  /** Keeps the fields that differ from the base; none: the form follows the latest draft again. */
  const keep = (input: FieldValues) => {
    if (Object.keys(input).length === 0) return clear();
    setHasInput(true);
    const before = Object.entries(beforeOf(base)).filter(([field]) => field in input);
    storeInput(section, { id, etag: base.etags[section], before: Object.fromEntries(before), input });
  };
  /** Forgets the input, after it was saved or discarded. */
  const settle = () => {
    clear();
    edit.discard();
  };
  const fields = conflict?.newer
    ? changedFields(
        beforeOf(conflict.before.value),
        fieldsOf(conflict.newer.value.sections),
        conflict.input.input,
      )
    : [];
  /** For a ConflictNotice. `take` replaces the input of these fields by the newer values; `overwrite` saves again. */
  const noticeFor = (take: (fields: string[]) => void, overwrite: () => void) =>
    conflict && {
      ...edit.loading,
      stale: { ...conflict.stale, changed: fields.map(({ field }) => field) },
      fieldText: (field: string) => {
        const found = fields.find((one) => one.field === field);
        return { label: labelOf(field), current: found?.current ?? '', input: found?.input ?? null };
      },
      onDiscard: () => {
        take(fields.filter(({ input }) => input !== null).map(({ field }) => field));
        edit.discard();
      },
      onOverwrite: overwrite,
    };
  return {
    base,
    stored: stored?.input ?? {},
    keep,
    save: (value: RateCard[S], input: FieldValues) => edit.save({ value, input }),
    settle,
    noticeFor,
    isPending: edit.isPending,
  };
}

function storedInput(section: CatalogSection, id: string | null) {
  const stored = readInput(section);
  return stored?.id === id ? stored : null;
}

/** The version of stored input: the latest draft under the ETag of then. */
function startOf({ etag }: { etag: string }, section: CatalogSection, draft: CatalogDraft) {
  return { value: { ...draft, etags: { ...draft.etags, [section]: etag } }, etag };
}

/** What a colleague changed, first the fields that the user changed to something else. */
function changedFields(before: FieldValues, now: FieldValues, input: FieldValues): ChangedField[] {
  const fields = Object.keys(now)
    .filter((field) => !isSame(before[field], now[field]))
    .map((field) => {
      const isShared = field in input && !isSame(input[field], now[field]);
      return { field, current: fieldText(now[field]), input: isShared ? fieldText(input[field]) : null };
    });
  return fields.sort((a, b) => Number(a.input === null) - Number(b.input === null));
}

function fieldText(value: FieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (Array.isArray(value) ? value.join(', ') : value) || 'empty';
}

export function isSame(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
