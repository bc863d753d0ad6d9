import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { ConflictSummary } from '#web/form/versioned/ConflictNotice.tsx';
import type { EntryKind, EntrySection } from './entry-kind.ts';
import { type EntryConflict, useEntryForm } from './use-entry-form.ts';

type Props<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  /** The id of the entry; null adds one. */
  id: string | null;
  onClose: () => void;
};

/** Adds or changes an entry, and saves it to the draft. */
export function EntryDialog<S extends EntrySection>({ kind, draft, id, onClose }: Props<S>) {
  const { form, entry, base, conflict, error, isPending, onSubmit, close } = useEntryForm({
    kind,
    draft,
    id,
    onClose,
  });
  const { errors, isDirty } = form.formState;
  const bind = (name: string) => ({
    ...form.register(name),
    error: errors[name]?.message as string | undefined,
  });
  const { Fields } = kind;
  return (
    <FormDialog
      title={entry ? `Edit ${kind.nameOf(entry)}` : `Add a ${kind.noun}`}
      submitText="Save to draft"
      pendingText="Saving..."
      isPending={isPending}
      isDirty={isDirty}
      error={error}
      onSubmit={onSubmit}
      onClose={close}
    >
      {conflict && <EntryConflictNotice conflict={conflict} />}
      <Fields form={form} bind={bind} draft={base} entry={entry} />
    </FormDialog>
  );
}

function EntryConflictNotice({ conflict: { stale, fields } }: { conflict: EntryConflict }) {
  const fieldOf = (label: string) => fields.find((field) => field.label === label);
  return (
    <ConflictSummary
      kind="list"
      stale={{ ...stale, changed: fields.map(({ label }) => label) }}
      text="The newer list is loaded. What you typed is kept and not saved yet: check it and save again."
      isLoading={false}
      fieldText={(label) => ({
        label,
        current: fieldOf(label)?.current ?? '',
        input: fieldOf(label)?.input ?? '',
      })}
    />
  );
}
