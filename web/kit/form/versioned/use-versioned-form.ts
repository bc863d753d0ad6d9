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
import type { Versioned } from './edit-machine.ts';
import { staleOf } from './stale.ts';
import { useVersionedSave } from './use-versioned-save.ts';

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
};

/**
 * A form that changes a loaded record. It sends the fields that the user changed, under the version that was loaded.
 * `dialog` is for its FormDialog; `notice`, for a ConflictNotice, is set after 409 stale.
 */
export function useVersionedForm<T extends { id: number }, Values extends FieldValues, Changes, Saved>(
  options: Options<T, Values, Changes, Saved>,
) {
  const { valuesOf, changesOf, update } = options;
  const { base, current, loadCurrent, rebase } = useVersions(options.loaded, options.queryOf);
  const form = useForm<Values, unknown, Changes>({
    resolver: (values, ...rest) => options.resolver(changesOf(base.value, values) as Values, ...rest),
    defaultValues: valuesOf(base.value) as DefaultValues<Values>,
  });
  const versioned = useVersionedSave({
    etag: base.etag,
    save: (changes: Changes, etag) => options.save({ id: base.value.id, changes, etag }),
    reload: loadCurrent,
    onSaved: (saved, changes) => {
      const version = options.versionOf?.(saved);
      if (version) {
        rebase(version);
        form.reset(valuesOf(version.value));
      }
      options.onSaved(saved, changes);
    },
    onFailed: (error) => showFailure(form, error, options),
  });
  const { conflict, reload } = versioned;
  const saveUnder = (etag: string | null) => form.handleSubmit((changes) => versioned.save(changes, etag));
  const discard = async () => {
    const newer = current ?? (await reload());
    if (!newer) return;
    const [before, after] = [valuesOf(base.value), valuesOf(newer.value)];
    takeValues(form, { before, newer: after, changed: conflict?.stale.changed ?? [] });
    rebase(newer);
    update.reset();
    versioned.discard();
  };
  const overwrite = async () => {
    const newer = current ?? (await reload());
    if (newer) await saveUnder(newer.etag)();
  };
  return {
    form,
    base: base.value,
    version: base,
    dialog: {
      isPending: update.isPending,
      isDirty: form.formState.isDirty,
      error: failureOf(update.error, options),
      onSubmit: saveUnder(base.etag),
    },
    notice: conflict && {
      stale: conflict.stale,
      isLoading: versioned.isReloading,
      fieldText: (field: string) =>
        fieldText(field, {
          ...options,
          current: current?.value,
          input: changesOf(base.value, form.getValues()),
        }),
      onDiscard: () => void discard(),
      onOverwrite: () => void overwrite(),
    },
  };
}

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
  return error && !staleOf(error) && !isShownByForm?.(error) ? errorText(error, failed) : null;
}

type QueryOf<T> = (id: number) => FetchQueryOptions<Versioned<T>, Error, Versioned<T>, (string | number)[]>;

/** The version that the form changes and, after a conflict, the newer one. */
function useVersions<T extends { id: number }>(loaded: Versioned<T>, queryOf: QueryOf<T>) {
  const client = useQueryClient();
  const [base, setBase] = useState(loaded);
  const [current, setCurrent] = useState<Versioned<T> | null>(null);
  const loadCurrent = async (): Promise<Versioned<T> | null> => {
    try {
      const found = await client.fetchQuery({ ...queryOf(base.value.id), staleTime: 0 });
      setCurrent(found);
      return found;
    } catch (error) {
      toastErrorText(error, 'The newer values could not be loaded.');
      return null;
    }
  };
  const rebase = (on: Versioned<T>) => {
    setBase(on);
    setCurrent(null);
  };
  return { base, current, loadCurrent, rebase };
}

type Compared = Pick<Options<never, never, never, never>, 'labels' | 'valueText'> & {
  current: object | undefined;
  input: object;
};

function fieldText(field: string, { labels, valueText, current, input }: Compared) {
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
