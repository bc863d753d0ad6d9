import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { type EntryKind, type EntryOf, type EntrySection, usageOf, usageText } from './entry-kind.ts';
import type { useEntryActions } from './use-entry-actions.ts';

type Props<S extends EntrySection> = {
  kind: EntryKind<S>;
  entry: EntryOf<S>;
  actions: Pick<ReturnType<typeof useEntryActions<S>>, 'change' | 'isPending'>;
  /** Called after the change: the button that opened the dialog is gone with its row. */
  onDone: () => void;
  onClose: () => void;
};

/** Asks before an entry is no longer offered, with what stays. */
export function RetireDialog<S extends EntrySection>(props: Props<S> & { draft: CatalogDraft }) {
  const { kind, entry, draft, actions, onDone, onClose } = props;
  const name = kind.nameOf(entry);
  const usage = usageOf(draft.usage, kind.section, entry.id);
  const kept = usage && usageText(usage);
  const [error, setError] = useState<string | null>(null);
  const retire = async () => {
    const failure = await actions.change(`${name} is retired in the draft.`, (list) =>
      list.map((one) => (one.id === entry.id ? { ...one, isActive: false } : one)),
    );
    if (failure) return setError(failure);
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Retire this ${kind.noun}?`}
      confirmText="Retire"
      pendingText="Retiring..."
      isPending={actions.isPending}
      error={error}
      onConfirm={() => void retire()}
      onClose={onClose}
    >
      <p>
        When you publish the draft, customers can no longer choose <Named>{name}</Named>.{' '}
        {kept ? `Retiring keeps ${kept}.` : 'No upcoming bookings have it.'} You can bring it back later.
      </p>
    </ConfirmDialog>
  );
}

/** Asks before an entry is deleted from the draft. */
export function RemoveDialog<S extends EntrySection>(props: Props<S>) {
  const { kind, entry, actions, onDone, onClose } = props;
  const name = kind.nameOf(entry);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    const failure = await actions.change(`${name} was removed from the draft.`, (list) =>
      list.filter(({ id }) => id !== entry.id),
    );
    if (failure) return setError(failure);
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Remove this ${kind.noun}?`}
      confirmText="Remove"
      pendingText="Removing..."
      isPending={actions.isPending}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        <Named>{name}</Named> is deleted from the draft{'isActive' in entry ? ', with its prices' : ''}.
      </p>
    </ConfirmDialog>
  );
}
