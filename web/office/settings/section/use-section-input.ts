import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import type { Stale } from '#web/kit/form/versioned/edit-machine.ts';
import { clearInput, type FieldValue, type FieldValues, readInput, storeInput } from './stored-input.ts';
import { type SaveOutcome, useSectionSave } from './use-section-save.ts';

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

/** The version that the input changes. `before` has its fields. */
type Base = { draft: CatalogDraft; before: FieldValues };
/** A field that a colleague changed. `input` is null where the user changed nothing. */
type ChangedField = { field: string; current: string; input: string | null };
type Conflict = { stale: Stale; fields: ChangedField[] };

/**
 * Unsaved input on top of a section of the draft. The input keeps the version on which it began, also over a reload, so
 * a colleague's newer values are never overwritten silently: saving is then a conflict. It loads the newer version below
 * the input and lists what the colleague changed.
 */
export function useSectionInput<S extends CatalogSection>(options: Options<S>) {
  const { section, draft, id = null, fieldsOf, labelOf } = options;
  const { save: saveSection, isPending } = useSectionSave(section);
  const [stored] = useState(() => storedInput(section, id));
  const [changed, setChanged] = useState<Base | null>(() => stored && baseOf(stored, options));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const base = changed?.draft ?? draft;
  const store = (input: FieldValues, { draft: on, before }: Base) => {
    const values = Object.entries(before).filter(([field]) => field in input);
    storeInput(section, { id, etag: on.etags[section], before: Object.fromEntries(values), input });
  };
  const clear = () => {
    clearInput(section);
    setChanged(null);
  };
  /** Keeps the fields that differ from the base; none: the form follows the latest draft again. */
  const keep = (input: FieldValues) => {
    if (Object.keys(input).length === 0) return clear();
    const on = changed ?? { draft: base, before: fieldsOf(base.sections) };
    setChanged(on);
    store(input, on);
  };
  /** Forgets the input, after it was saved or discarded. */
  const settle = () => {
    clear();
    setConflict(null);
  };
  const save = async (value: RateCard[S], input: FieldValues): Promise<SaveOutcome> => {
    const outcome = await saveSection(value, base.etags[section]);
    if (outcome.status === 'stale') {
      const before = changed?.before ?? fieldsOf(base.sections);
      const now = { draft: outcome.newer, before: fieldsOf(outcome.newer.sections) };
      setConflict({ stale: outcome.stale, fields: changedFields(before, now.before, input) });
      setChanged(now);
      store(input, now);
    }
    return outcome;
  };
  /** For a ConflictNotice. `take` replaces the input of these fields by the newer values; `overwrite` saves again. */
  const noticeFor = (take: (fields: string[]) => void, overwrite: () => void) =>
    conflict && {
      stale: { ...conflict.stale, changed: conflict.fields.map(({ field }) => field) },
      isLoading: isPending,
      fieldText: (field: string) => {
        const found = conflict.fields.find((one) => one.field === field);
        return { label: labelOf(field), current: found?.current ?? '', input: found?.input ?? null };
      },
      onDiscard: () => {
        take(conflict.fields.filter(({ input }) => input !== null).map(({ field }) => field));
        setConflict(null);
      },
      onOverwrite: overwrite,
    };
  return { base, stored: stored?.input ?? {}, keep, save, settle, noticeFor, isPending };
}

function storedInput(section: CatalogSection, id: string | null) {
  const stored = readInput(section);
  return stored?.id === id ? stored : null;
}

/** The version of stored input: the latest draft under the ETag of then, with the values of then. */
function baseOf<S extends CatalogSection>(
  { etag, before }: { etag: string; before: FieldValues },
  { section, draft, fieldsOf }: Options<S>,
): Base {
  return {
    draft: { ...draft, etags: { ...draft.etags, [section]: etag } },
    before: { ...fieldsOf(draft.sections), ...before },
  };
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
