import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { createSavedView, type SavedView, type SavedViewList } from '#contract/saved-views.ts';
import { can } from '#domain/accounts/access.ts';
import { DAY_PRESET_LABELS } from '#domain/shared/day-presets.ts';
import { isCode } from '#web/api/call.ts';
import { useCreateSavedView, useDeleteSavedView, useUpdateSavedView } from '#web/api/saved-views.ts';
import { useTabSession } from '#web/api/session.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { reasonText } from '#web/kit/form/failure.ts';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';
import { findPreset } from '#web/kit/table/filters/day-presets.ts';
import type { FilterValues } from '#web/kit/table/filters/filters.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { withPreset } from './view-query.ts';

const fields = z.pick(createSavedView.body, { name: true, isShared: true });
type Values = z.output<typeof fields>;

type SaveProps = {
  list: SavedViewList;
  /** The view to rename; null: a new one. */
  view: SavedView | null;
  /** What a new view shows. */
  query: FilterValues;
  columns: string[] | null;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
};

/** Saves a new view, or renames and shares one. If that was deleted, the dialog offers to save it as a new one. */
export function SaveViewDialog({ list, view, query, columns, onSaved, onClose }: SaveProps) {
  const create = useCreateSavedView();
  const update = useUpdateSavedView();
  const [isRelative, setRelative] = useState(true);
  const today = todayHere();
  const isDeleted = isCode(update.error, 'not_found');
  const renamed = isDeleted ? null : view;
  const preset = renamed ? null : findPreset(query, today);
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const edit = useEdit<SavedView | null, Values, SavedView>({
    latest: { value: view, etag: view && String(view.version) },
    mayFollow: ({ isConflict }) => isConflict,
    save: (values, { value }) => {
      if (renamed && value) return update.mutateAsync({ view: value, changes: values });
      const saved = isRelative ? withPreset(query, today) : query;
      return create.mutateAsync({ list, query: { ...saved }, columns, ...values });
    },
  });
  const submit = form.handleSubmit(async (values) => {
    const outcome = await edit.save(values);
    if (outcome.status === 'failed') showFieldErrors(form, outcome.error);
    if (outcome.status !== 'saved') return;
    const { name, isShared } = outcome.saved;
    const text = isShared ? `Colleagues can use "${name}", too.` : `Only you see "${name}".`;
    toast({ title: 'View Saved', text, variant: 'plain' });
    onSaved(outcome.saved);
  });
  const mayShare = useMayShare() || view?.isShared;
  const saving = renamed ? update : create;
  return (
    <FormDialog
      title={renamed ? 'Rename or share the view' : 'Save view'}
      text={!renamed && 'Keeps the search, filters, order and columns of the list under a name.'}
      submitText={isDeleted ? 'Save as new view' : 'Save view'}
      pendingText="Saving..."
      isPending={saving.isPending}
      isDirty={formState.isDirty}
      error={isDeleted && !create.error ? DELETED : failureOf(saving.error, view)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...register('name')}
        label="Name"
        autoComplete="off"
        maxLength={60}
        error={errors.name?.message}
      />
      {mayShare && (
        <CheckboxField
          {...register('isShared')}
          label="Share with colleagues"
          hint="All staff see a shared view. Only you can change it."
          error={errors.isShared?.message}
        />
      )}
      {preset && (
        <CheckboxField
          name="isRelative"
          label={`Always show "${DAY_PRESET_LABELS[preset]}"`}
          hint="The days are counted from the day on which the view is opened. Otherwise they stay as they are now."
          checked={isRelative}
          onChange={({ target }) => setRelative(target.checked)}
          error={undefined}
        />
      )}
    </FormDialog>
  );
}

const DELETED = 'This view was deleted in the meantime. You can save it as a new view.';

function failureOf(error: Error | null, view: SavedView | null): string | null {
  if (!error) return null;
  return view && isCode(error, 'stale') ? changedText(view) : reasonText(error);
}

/** The view as it is now. Only its owner can have changed it, in another window. */
function changedText({ name, isShared }: SavedView): string {
  return `This view was changed in the meantime, and is loaded again: it is ${isShared ? 'shared' : 'private'}, and its name is "${name}". Your input is still here: save again to keep it.`;
}

function useMayShare(): boolean {
  const { sessionState } = useTabSession();
  return sessionState.status === 'signedIn' && can(sessionState.role, 'views:share');
}

type DeleteProps = { view: SavedView; onDeleted: () => void; onClose: () => void };

export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteProps) {
  const remove = useDeleteSavedView();
  const { name, isShared, isOwn, ownerName } = view;
  return (
    <MutationDialog
      title="Delete this view?"
      confirmText="Delete view"
      pendingText="Deleting..."
      mutation={remove}
      target={view}
      done={() => {
        onDeleted();
        return { title: 'View Deleted', text: 'The list still shows its filters.' };
      }}
      failed="The view could not be deleted."
      onClose={onClose}
    >
      <p>
        <Named>{name}</Named>
        {isOwn ? ' is deleted' : ` of ${ownerName} is deleted`}
        {isShared ? ' for all staff.' : '.'} Your list keeps its filters.
      </p>
    </MutationDialog>
  );
}
