import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { CallError } from '#web/api/call.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { toastFailure } from '#web/form/failure.ts';
import { type Stale, staleOf } from '#web/form/versioned/use-versioned-save.ts';
import { tabStorage } from '#web/ui/browser/storage.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** A field and what is wrong with it. */
export type InputError<Values> = { field: Path<Values & FieldValues>; message: string };

type Options<S extends CatalogSection, Values extends FieldValues> = {
  draft: CatalogDraft;
  section: S;
  /** The section as its form shows it: texts and switches. */
  valuesOf: (value: RateCard[S]) => Values;
  /** The section that was entered, or the fields that cannot be read. */
  readValues: (values: Values) => { value: RateCard[S] } | { errors: InputError<Values>[] };
  /** The form's field of a path of the section, for the server's errors. */
  fieldOf: (path: string) => Path<Values> | null;
};

/**
 * A form over a whole section of the draft. Unsaved input survives a reload. When a colleague saved the section in
 * between, `stale` says who; the input stays, and saving again replaces the newer values.
 */
export function useSectionForm<S extends CatalogSection, Values extends FieldValues>(
  options: Options<S, Values>,
) {
  const { draft, section, valuesOf, readValues, fieldOf } = options;
  const key = `settings-${section}`;
  const client = useQueryClient();
  const saving = useSaveSection(section);
  const [stale, setStale] = useState<Stale | null>(null);
  const saved = valuesOf(draft.sections[section]);
  const form = useForm<Values>({ defaultValues: saved as DefaultValues<Values> });
  const { isDirty, dirtyFields } = form.formState;
  useStoredInput(key, form);
  const discard = () => {
    tabStorage.remove(key);
    setStale(null);
    form.reset(saved);
  };
  const submit = form.handleSubmit(async (values) => {
    const read = readValues(values);
    if ('errors' in read) return showErrors(read.errors);
    try {
      const { value } = await saving.mutateAsync({ value: read.value, etag: draft.etags[section] ?? '' });
      tabStorage.remove(key);
      setStale(null);
      form.reset(valuesOf(value));
      toast({ variant: 'plain', title: 'Draft saved', text: 'Customers see it after you publish it.' });
    } catch (error) {
      const issues = (error instanceof CallError && error.reply?.issues) || [];
      showErrors(
        issues.flatMap(({ path, message }) => {
          const field = fieldOf(path);
          return field ? [{ field: field as InputError<Values>['field'], message }] : [];
        }),
      );
      const conflict = staleOf(error);
      if (!conflict) return toastFailure('The draft could not be saved.', error);
      await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
      setStale(conflict);
    }
  });
  const showErrors = (errors: InputError<Values>[]) => {
    for (const [index, { field, message }] of errors.entries())
      form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
  };
  return {
    form,
    stale,
    submit,
    bar: {
      changes: isDirty ? Math.max(1, Object.keys(dirtyFields).length) : 0,
      problems: 0,
      isSaving: saving.isPending,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

type Form<Values extends FieldValues> = ReturnType<typeof useForm<Values>>;

/** Takes input of before a reload into the form, and stores what is typed. */
function useStoredInput<Values extends FieldValues>(key: string, form: Form<Values>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    for (const [name, value] of Object.entries(readStored(key)))
      if (name in form.getValues()) form.setValue(name as Path<Values>, value, { shouldDirty: true });
    const { unsubscribe } = form.watch((values) => tabStorage.set(key, JSON.stringify(values)));
    return unsubscribe;
  }, []);
}

function readStored(key: string): Record<string, never> {
  try {
    return JSON.parse(tabStorage.get(key) ?? '{}');
  } catch {
    return {};
  }
}
