import type { FetchQueryOptions } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { failureWords } from '#web/api/call.ts';
import { staleOf } from '#web/api/stale.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { createSubmitHandler } from './submit-handler.ts';
import { type Opened, takeValues, useOpened } from './use-opened.ts';

type Change<Changes> = { id: number; changes: Changes; etag: string | null };
type Edit<T, Values extends FieldValues, Changes, Saved> = {
  opened: Opened<T>;
  queryOf: (id: number) => FetchQueryOptions<Opened<T>, Error, Opened<T>, (string | number)[]>;
  /** The thing as its form shows it. */
  valuesOf: (value: T) => Values;
  /** What the form would change of the thing: only that is checked, and sent. */
  changesOf: (value: T, values: Values) => Partial<Values>;
  resolver: Resolver<Values, unknown, Changes>;
  update: { isPending: boolean; error: Error | null; reset: () => void };
  save: (change: Change<Changes>) => Promise<Saved>;
  onSaved: (saved: Saved, changes: Changes) => void;
  /** What is told when saving failed and the server gives no reason. */
  failed: string;
  /** What the fields are called, by their names on the wire, and what they hold, in words. */
  labels: Record<string, string>;
  valueWords: (field: string, value: unknown) => string;
};

/**
 * A form that changes what was opened. It sends what was changed here, so that it undoes nothing else, and only to
 * the version that was opened. `dialog` is for its FormDialog; `notice`, for a StaleNotice, is there once somebody
 * else was quicker.
 */
export function useEdit<T extends { id: number }, Values extends FieldValues, Changes, Saved>(
  edit: Edit<T, Values, Changes, Saved>,
) {
  const { valuesOf, changesOf, update, failed } = edit;
  const { base, etag, newer, isLoading, look, rebase } = useOpened(edit.opened, ({ id }) => edit.queryOf(id));
  const form = useForm<Values, unknown, Changes>({
    resolver: (values, ...rest) => edit.resolver(changesOf(base, values) as Values, ...rest),
    defaultValues: valuesOf(edit.opened.value) as DefaultValues<Values>,
  });
  const save = (under: string | null) =>
    createSubmitHandler(form, {
      save: (changes) => edit.save({ id: base.id, changes, etag: under }),
      onSaved: edit.onSaved,
      onFailed: (error) => {
        if (staleOf(error)) void look();
        else toast({ title: 'Error', text: failureWords(error, failed), variant: 'destructive' });
      },
    });
  const stale = staleOf(update.error);
  const takeTheirs = async () => {
    const theirs = newer ?? (await look());
    if (!theirs) return;
    const values = { before: valuesOf(base), fresh: valuesOf(theirs.value), theirs: stale?.changed ?? [] };
    takeValues(form, values);
    rebase(theirs);
    update.reset();
  };
  const saveOver = async () => {
    const theirs = newer ?? (await look());
    if (theirs) await save(theirs.etag)();
  };
  const error = update.error && !stale ? failureWords(update.error, failed) : null;
  return {
    form,
    base,
    dialog: { isPending: update.isPending, isDirty: form.formState.isDirty, error, onSubmit: save(etag) },
    notice: stale && {
      stale,
      isLoading,
      fieldWords: (field: string) =>
        fieldWords(field, { ...edit, newer: newer?.value, mine: changesOf(base, form.getValues()) }),
      onTakeTheirs: () => void takeTheirs(),
      onSaveOver: () => void saveOver(),
    },
  };
}

type Compared = Pick<Edit<never, never, never, never>, 'labels' | 'valueWords'> & {
  newer: object | undefined;
  mine: object;
};

function fieldWords(field: string, { labels, valueWords, newer, mine }: Compared) {
  const label = Object.hasOwn(labels, field) && labels[field];
  if (!label) return { label: field, theirs: 'changed', yours: null };
  const wordsIn = (values: object) => valueWords(field, (values as Record<string, unknown>)[field]);
  return { label, theirs: newer ? wordsIn(newer) : 'changed', yours: field in mine ? wordsIn(mine) : null };
}
