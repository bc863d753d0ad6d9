import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { failureText } from '#web/form/failure.ts';
import { type Stale, staleOf } from '#web/form/versioned/use-versioned-save.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { checkEntry, issuesOf, sortIssues } from './check-entry.ts';
import {
  type EntryForm,
  type EntryKind,
  type EntryOf,
  type EntrySection,
  type EntryValues,
  entriesOf,
} from './entry-kind.ts';
import { clearStoredForm, readStoredForm, storeForm } from './stored-form.ts';

type Options<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  /** The id of the entry; null for a new one. */
  id: string | null;
  onClose: () => void;
};

/** A field that both this form and a colleague changed. */
type SharedField = { label: string; current: string; input: string };
export type EntryConflict = { stale: Stale; fields: SharedField[] };

/**
 * The form of an entry, which saves its section. What is typed survives a reload. When a colleague has saved the section
 * since, the newer values are loaded below what is typed, and `conflict` names the fields that both have changed.
 */
export function useEntryForm<S extends EntrySection>({ kind, draft, id, onClose }: Options<S>) {
  const client = useQueryClient();
  const saving = useSaveSection(kind.section);
  // The draft as it was when the dialog opened: a newer one that is loaded later must not be overwritten silently.
  const [base, setBase] = useState(draft);
  const [conflict, setConflict] = useState<EntryConflict | null>(null);
  const [error, setError] = useState<string | null>(null);
  const entry = findEntry(kind, base, id);
  const initial = kind.valuesOf(entry, base.sections);
  const form = useForm<EntryValues>({
    defaultValues: initial,
    resolver: (values) => {
      const { errors } = checkEntry(kind, { draft: base, entry, values });
      return toResult(values, errors.fields);
    },
  });
  useStoredForm(form, { kind, id, initial });
  const close = () => {
    clearStoredForm();
    onClose();
  };
  const rebase = async (stale: Stale) => {
    const newer = await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
    const now = kind.valuesOf(findEntry(kind, newer, id), newer.sections);
    setConflict({ stale, fields: mergeValues(form, { before: initial, now, labels: kind.labels }) });
    setBase(newer);
  };
  const save = async (values: EntryValues) => {
    setError(null);
    const { list, index, errors } = checkEntry(kind, { draft: base, entry, values });
    if (errors.other.length > 0) return setError(errors.other.join(' '));
    try {
      await saving.mutateAsync({ value: list as RateCard[S], etag: base.etags[kind.section] });
      const name = kind.nameOf(list[index] as EntryOf<S>);
      const text =
        id === null
          ? `${name} was added to the draft. ${kind.afterAdding}`
          : `${name} was changed in the draft.`;
      toast({ variant: 'plain', title: 'Draft saved', text });
      close();
    } catch (failure) {
      const stale = staleOf(failure);
      if (stale) return rebase(stale);
      const issues = issuesOf(failure, kind.section);
      const sorted = sortIssues(issues, { index, names: list.map((one) => kind.nameOf(one)), values });
      showErrors(form, sorted.fields);
      if (sorted.other.length > 0) setError(sorted.other.join(' '));
      else if (issues.length === 0) setError(failureText(`The ${kind.noun} could not be saved.`, failure));
    }
  };
  return {
    form,
    entry,
    base,
    conflict,
    error,
    isPending: saving.isPending,
    onSubmit: form.handleSubmit(save),
    close,
  };
}

function findEntry<S extends EntrySection>(kind: EntryKind<S>, draft: CatalogDraft, id: string | null) {
  return entriesOf(draft.sections, kind.section).find((one) => one.id === id) ?? null;
}

/** Restores what was typed before a reload, and stores what differs from the saved entry. */
function useStoredForm<S extends EntrySection>(
  form: EntryForm,
  { kind, id, initial }: { kind: EntryKind<S>; id: string | null; initial: EntryValues },
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    const stored = readStoredForm();
    if (stored?.section === kind.section && stored.id === id)
      for (const [name, value] of Object.entries(stored.values))
        if (name in initial) form.setValue(name, value, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = Object.entries(values).filter(([name, value]) => !isSame(value, initial[name]));
        if (typed.length === 0) clearStoredForm();
        else storeForm({ section: kind.section, id, values: Object.fromEntries(typed) });
      },
    });
  }, []);
}

type Merge = { before: EntryValues; now: EntryValues; labels: Record<string, string> };

/** Puts the newer values below what was typed. Returns the fields that both have changed. */
function mergeValues(form: EntryForm, { before, now, labels }: Merge): SharedField[] {
  const typed = form.getValues();
  form.reset(now);
  return Object.keys(now).flatMap((name) => {
    const input = typed[name] ?? '';
    if (isSame(input, before[name])) return [];
    form.setValue(name, input, { shouldDirty: true });
    const isShared = !isSame(now[name], before[name]) && !isSame(now[name], input);
    const label = labels[name] ?? name;
    return isShared ? [{ label, current: valueText(now[name]), input: valueText(input) }] : [];
  });
}

function valueText(value: EntryValues[string] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (Array.isArray(value) ? value.join(', ') : value) || 'empty';
}

function isSame(a: EntryValues[string] | undefined, b: EntryValues[string] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function toResult(values: EntryValues, fields: Record<string, string>) {
  if (Object.keys(fields).length === 0) return { values, errors: {} };
  const errors = Object.entries(fields).map(([name, message]) => [name, { type: 'invalid', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
}

/** The first field with an error takes the focus. */
function showErrors(form: EntryForm, fields: Record<string, string>) {
  for (const [index, [name, message]] of Object.entries(fields).entries())
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
}
