import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { EntryKind, EntrySection } from './entry-kind.ts';
import { useEntryForm } from './use-entry-form.ts';

type Props<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  /** The id of the entry; null adds one. */
  id: string | null;
  onClose: () => void;
};

/** Adds or changes an entry, and saves it to the draft. */
export function EntryDialog<S extends EntrySection>({ kind, draft, id, onClose }: Props<S>) {
  const { form, entry, base, notice, error, isPending, submit, close } = useEntryForm({
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
      title={
        entry ? (
          <>
            Edit <bdi>{kind.nameOf(entry)}</bdi>
          </>
        ) : (
          `Add a ${kind.noun}`
        )
      }
      submitText="Save to draft"
      pendingText="Saving..."
      isPending={isPending}
      isDirty={isDirty}
      error={error}
      onSubmit={submit}
      onClose={close}
    >
      {notice && <ConflictNotice kind="list" {...notice} />}
      <Fields form={form} bind={bind} draft={base} entry={entry} />
    </FormDialog>
  );
}
