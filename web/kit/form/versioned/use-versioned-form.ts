import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { errorText } from '#web/api/call.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { type Conflict, isUnread, type Versioned } from './edit-machine.ts';
import { parseStale } from './stale.ts';
import { useEdit } from './use-edit.ts';

type Change<Changes> = { id: number; changes: Changes; etag: string | null };
type Options<T, Values extends FieldValues, Changes, Saved> = {
  loaded: Versioned<T>;
  queryOf: QueryOf<T>;
  /** The record as its form shows it. */
  valuesOf: (value: T) => Values;
  /** What the form changes of the record: only that is validated and sent. */
  changesOf: (value: T, values: Values) => Partial<Values>;
  resolver: Resolver<Values, unknown, Changes>;
  update: { isPending: boolean; error: Error | null; reset: () => void };
  save: (change: Change<Changes>) => Promise<Saved>;
  onSaved: (saved: Saved, changes: Changes) => void;
  /** For a form that stays on the page: what was saved becomes the version that it changes. */
  versionOf?: (saved: Saved) => Versioned<T>;
  /** True for an error that the form itself shows, such as a question of the server. */
  isShownByForm?: (error: unknown) => boolean;
  /** Shown when saving failed and the server gave no reason. */
  failed: string;
  /** Labels of the fields by their names on the wire, and their values as text. */
  labels: Record<string, string>;
  valueText: (field: string, value: unknown) => string;
  /** The field of the form that has a name on the wire, where the two differ. */
  fieldOf?: (name: string) => string;
};

/**
 * A form that changes a loaded record. It sends the fields that the user changed, under the version that was loaded.
 * `dialog` is for its FormDialog; `notice`, for a ConflictNotice, is set after 409 stale.
 */
export function useVersionedForm<T extends { id: number }, Values extends FieldValues, Changes, Saved>(
  options: Options<T, Values, Changes, Saved>,
) {
  const { loaded, queryOf, valuesOf, changesOf, update, versionOf } = options;
  const client = useQueryClient();
  // A version that is loaded while the form is open is not taken: saving is then a conflict.
  const [latest] = useState(loaded);
  const edit = useEdit<T, Changes, Saved>({
    latest,
    save: (changes, { etag }) => options.save({ id: latest.value.id, changes, etag }),
    versionOf,
    reload: () => client.fetchQuery({ ...queryOf(latest.value.id), staleTime: 0 }),
  });
  const { base, conflict } = edit;
  const form = useForm<Values, unknown, Changes>({
    resolver: (values, ...rest) => options.resolver(changesOf(base.value, values) as Values, ...rest),
    defaultValues: valuesOf(base.value) as DefaultValues<Values>,
  });
  const submitBy = (save: typeof edit.save) =>
    form.handleSubmit(async (changes) => {
      const outcome = await save(changes);
      if (outcome.status === 'failed') showFailure(form, outcome.error, options);
      if (outcome.status !== 'saved') return;
      if (versionOf) form.reset(valuesOf(versionOf(outcome.saved).value));
      options.onSaved(outcome.saved, changes);
    });
  const changed = conflict ? changedFields(conflict, options) : [];
  const isTypedStored =
    conflict?.newer && Object.keys(changesOf(conflict.newer.value, form.getValues())).length === 0;
  const discard = () => {
    if (!conflict?.newer) return;
    const [before, newer] = [valuesOf(base.value), valuesOf(conflict.newer.value)];
    takeValues(form, { before, newer, changed });
    update.reset();
    edit.discard();
  };
  return {
    form,
    base: base.value,
    version: base,
    dialog: {
      isPending: update.isPending,
      isDirty: form.formState.isDirty,
      error: failureOf(update.error, options),
      onSubmit: submitBy(edit.save),
    },
    notice: conflict && {
      stale: { ...conflict.stale, changed },
      isLoading: conflict.isReading,
      // Also after an answer was lost, and the change was made.
      text: isTypedStored ? 'The newer values are what you typed.' : undefined,
      fieldText: (field: string) =>
        fieldText(field, {
          ...options,
          current: conflict.newer?.value,
          input: changesOf(base.value, form.getValues()),
        }),
      onReload: isUnread(conflict) ? () => void edit.loadNewer() : undefined,
      onDiscard: discard,
      onOverwrite: () => void submitBy(edit.saveOver)(),
    },
  };
}

type Compared<T, Values> = {
  valuesOf: (value: T) => Values;
  changesOf: (value: T, values: Values) => Partial<Values>;
  labels: Record<string, string>;
  fieldOf?: ((name: string) => string) | undefined;
};

/**
 * The fields that changed below the input: those that the server names, and those of the form that differ, because the
 * record can change once more before it is read.
 */
function changedFields<T, Values>(
  { stale, before, newer }: Conflict<T, unknown>,
  { valuesOf, changesOf, labels, fieldOf = (name) => name }: Compared<T, Values>,
): string[] {
  const differing = newer ? Object.keys(changesOf(newer.value, valuesOf(before.value))) : [];
  const named = stale.changed.map(fieldOf);
  return [...new Set([...named, ...differing.filter((field) => Object.hasOwn(labels, field))])];
}

type QueryOf<T> = (id: number) => FetchQueryOptions<Versioned<T>, Error, Versioned<T>, (string | number)[]>;

type Failing = { failed: string; isShownByForm?: (error: unknown) => boolean };

function showFailure<V extends FieldValues>(
  form: Parameters<typeof showFieldErrors<V>>[0],
  error: unknown,
  { failed, isShownByForm }: Failing,
) {
  if (isShownByForm?.(error)) return;
  showFieldErrors(form, error);
  toastErrorText(error, failed);
}

/** Null also for a conflict, which has a notice of its own, and for what the form shows. */
function failureOf(error: Error | null, { failed, isShownByForm }: Failing): string | null {
  return error && !parseStale(error) && !isShownByForm?.(error) ? errorText(error, failed) : null;
}

type FieldTextInput = Pick<Options<never, never, never, never>, 'labels' | 'valueText'> & {
  current: object | undefined;
  input: object;
};

function fieldText(field: string, { labels, valueText, current, input }: FieldTextInput) {
  const label = Object.hasOwn(labels, field) && labels[field];
  if (!label) return { label: field, current: 'changed', input: null };
  const textIn = (values: object) => valueText(field, (values as Record<string, unknown>)[field]);
  return {
    label,
    current: current ? textIn(current) : 'changed',
    input: field in input ? textIn(input) : null,
  };
}

type Values<T> = { before: T; newer: T; changed: readonly string[] };

/** Puts the newer values into a form. What the user typed stays, except in fields that the newer version changed. */
function takeValues<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'reset' | 'setValue'>,
  { before, newer, changed }: Values<T>,
) {
  const typed = form.getValues();
  form.reset(newer);
  for (const field of Object.keys(newer) as Path<T>[]) {
    const isKept = typed[field] !== before[field] && !changed.includes(field);
    if (isKept) form.setValue(field, typed[field], { shouldDirty: true });
  }
}
