import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import type { Issue } from '#domain/shared/errors.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { type FormErrors, listSectionIssues } from './form-errors.ts';
import type { FieldValues } from './stored-input.ts';
import { isSame, useSectionInput } from './use-section-input.ts';

type Options<S extends CatalogSection, Values extends FieldValues> = {
  draft: CatalogDraft;
  section: S;
  /** The entry that is changed; null for a new one and for a form of the whole section. */
  id?: string | null;
  /** The section, or the entry, as the form shows it. */
  valuesOf: (card: RateCard) => Values;
  /** The whole section with what was typed, and what cannot be saved of it. */
  read: (values: Values, card: RateCard) => { value: RateCard[S]; errors: FormErrors };
  /** The places of the server's errors in the form. */
  placeIssues: (issues: Issue[], values: Values, value: RateCard[S]) => FormErrors;
  labels: Record<string, string>;
  /** Shown before the reason when saving failed. */
  failed: string;
  onSaved: (values: Values) => void;
};

/** A form over a section of the draft, or over one of its entries. What is typed survives a reload. */
export function useSectionForm<S extends CatalogSection, Values extends FieldValues>(
  options: Options<S, Values>,
) {
  const { section, valuesOf, read, failed } = options;
  const labelOf = (field: string) => options.labels[field] ?? field;
  const input = useSectionInput({ ...options, fieldsOf: valuesOf, labelOf });
  const { base } = input;
  const saved = valuesOf(base.sections);
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({
    defaultValues: saved as DefaultValues<Values>,
    resolver: (values) => resolved(values, read(values, base.sections).errors.fields),
  });
  const untouched = useInputOnTop(form, input, valuesOf);
  const showErrors = ({ fields, other }: FormErrors) => {
    showFields(form, fields);
    setError(other.join(' ') || null);
  };
  const submit = form.handleSubmit(async (values) => {
    const { value, errors } = read(values, base.sections);
    showErrors(errors);
    if (errors.other.length > 0) return;
    const outcome = await input.save(value, differing(values, saved));
    if (outcome.status === 'saved') {
      untouched.current = values;
      input.settle();
      options.onSaved(values);
    }
    if (outcome.status !== 'failed') return;
    const issues = listSectionIssues(outcome.error, section);
    if (issues.length > 0) showErrors(options.placeIssues(issues, values, value));
    else setError(failureText(failed, outcome.error));
  });
  const discard = () => {
    input.settle();
    setError(null);
    form.reset(saved);
  };
  return {
    form,
    base,
    error,
    isPending: input.isPending,
    submit,
    notice: input.noticeFor(
      (fields) => takeValues(form, fields, saved),
      () => void submit(),
    ),
    /** For the SaveBar of a form on a page. */
    bar: {
      changes: changeCount(form),
      error,
      isSaving: input.isPending,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

/** The first field with an error takes the focus. */
function showFields<Values extends FieldValues>(form: Form<Values>, fields: FormErrors['fields']) {
  for (const [index, [field, message]] of Object.entries(fields).entries())
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
}

function changeCount<Values extends FieldValues>({
  formState: { isDirty, dirtyFields },
}: Form<Values>): number {
  return isDirty ? Math.max(1, Object.keys(dirtyFields).length) : 0;
}

export function toastDraftSaved(text = 'Customers see it after you publish it.'): void {
  toast({ variant: 'plain', title: 'Draft saved', text });
}

type Form<Values extends FieldValues> = UseFormReturn<Values>;
type SectionInput = Pick<ReturnType<typeof useSectionInput>, 'base' | 'stored' | 'keep'>;

/**
 * Restores what was typed before a reload, puts newer versions of the section below what is typed, and stores it.
 * Returns the values that count as not typed: those below the input or, after saving, those that were sent.
 */
function useInputOnTop<Values extends FieldValues>(
  form: Form<Values>,
  { base, stored, keep }: SectionInput,
  valuesOf: (card: RateCard) => Values,
) {
  const below = useRef(valuesOf(base.sections));
  const untouched = useRef(below.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    for (const [field, value] of Object.entries(stored))
      if (field in below.current) setValue(form, field, value);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the base changes what is below the input
  useEffect(() => {
    const now = valuesOf(base.sections);
    const typed = differing(form.getValues(), untouched.current);
    if (Object.keys(differing(now, below.current)).length > 0) {
      form.reset(now);
      for (const [field, value] of Object.entries(typed)) setValue(form, field, value);
    }
    below.current = now;
    untouched.current = now;
    const store = (values: FieldValues) => keep(differing(values, now));
    store(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => store(values) });
  }, [base]);
  return untouched;
}

function takeValues<Values extends FieldValues>(
  form: Form<Values>,
  fields: readonly string[],
  from: FieldValues,
) {
  for (const field of fields) setValue(form, field, from[field]);
}

function setValue<Values extends FieldValues>(form: Form<Values>, field: string, value: unknown) {
  const options = { shouldDirty: true };
  form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, options);
}

/** The fields whose values differ from `from`. */
function differing(values: FieldValues, from: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, from[field])));
}

function resolved<Values extends FieldValues>(values: Values, fields: Record<string, string>) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(entries.map(([name, message]) => [name, { type: 'invalid', message }]));
  return { values: {}, errors } as never;
}
