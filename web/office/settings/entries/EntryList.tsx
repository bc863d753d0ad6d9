import { type ReactNode, useId, useRef, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { checkCard } from '#domain/catalog/check-card.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { readInput } from '#web/office/settings/section/stored-input.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { EntryRow } from './EntryRow.tsx';
import { type EntryKind, type EntryOf, type EntrySection, entriesOf, isOfferedEntry } from './entry-kind.ts';
import { RemoveDialog, RetireDialog } from './RetireDialog.tsx';
import { useEntryActions } from './use-entry-actions.ts';
import { useRowFocus } from './use-row-focus.ts';

type Props<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  /** One or two sentences about the list. */
  children: ReactNode;
};

type OpenDialog = { type: 'edit' | 'retire' | 'remove'; id: string } | { type: 'add' };

/** The entries of a section in order, with what staff can do to each. */
export function EntryList<S extends EntrySection>({ kind, draft, children }: Props<S>) {
  const heading = useId();
  const root = useRef<HTMLElement>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(() => storedDialog(kind.section));
  const [message, setMessage] = useState('');
  const actions = useEntryActions(kind, draft);
  const focusRow = useRowFocus(root);
  const list = actions.ordered(entriesOf(draft.sections, kind.section));
  const offered = list.filter(isOfferedEntry);
  const retired = list.slice(offered.length);
  const issues = issuesByEntry(kind.section, draft);
  const close = () => setDialog(null);
  const focusHeading = () => document.getElementById(heading)?.focus();
  const entryOf = (id: string) => list.find((entry) => entry.id === id);
  const move = (entry: EntryOf<S>, to: number, button: 'up' | 'down') => {
    const ids = offered.map(({ id }) => id).filter((id) => id !== entry.id);
    actions.setOrder(ids.toSpliced(to, 0, entry.id));
    focusRow(entry.id, button);
    setMessage(`${kind.nameOf(entry)} is now ${to + 1} of ${offered.length}.`);
  };
  const row = (entry: EntryOf<S>, index: number) => (
    <EntryRow
      key={entry.id}
      kind={kind}
      draft={draft}
      entry={entry}
      place={isOfferedEntry(entry) ? { index, count: offered.length } : null}
      issues={issues.get(entry.id) ?? []}
      onMove={(to, button) => move(entry, to, button)}
      onOpen={(type) => setDialog({ type, id: entry.id })}
      onRestore={() => {
        const restored = `${kind.nameOf(entry)} is offered again in the draft.`;
        void actions
          .change(restored, (all) =>
            all.map((one) => (one.id === entry.id ? { ...one, isActive: true } : one)),
          )
          .then((failure) => {
            setMessage(failure ?? '');
            if (!failure) focusHeading();
          });
      }}
    />
  );
  const target = dialog && 'id' in dialog ? entryOf(dialog.id) : undefined;
  return (
    <section ref={root} aria-labelledby={heading} className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={heading} tabIndex={-1} className="text-xl">
            {kind.title}
          </h2>
          <div className="mt-1 max-w-prose text-ink-soft text-sm">{children}</div>
        </div>
        <Button className="max-sm:w-full" onClick={() => setDialog({ type: 'add' })}>
          Add a {kind.noun}
        </Button>
      </div>
      {actions.notice && <ConflictNotice kind="list" {...actions.notice} />}
      <p role="status" dir="auto" className={message ? 'text-ink-soft text-sm' : 'sr-only'}>
        {message}
      </p>
      {list.length === 0 && (
        <p className="rounded-lg border border-edge border-dashed px-5 py-8 text-center text-ink-soft">
          {kind.empty}
        </p>
      )}
      {offered.length > 0 && <Rows label={kind.title}>{offered.map(row)}</Rows>}
      {retired.length > 0 && (
        <details className="rounded-lg border border-line">
          <summary className="touch cursor-pointer px-4 py-2.5 font-semibold">
            Retired ({retired.length})
          </summary>
          <Rows label={`${kind.title}, retired`}>{retired.map(row)}</Rows>
        </details>
      )}
      {dialog?.type === 'add' && <EntryDialog kind={kind} draft={draft} id={null} onClose={close} />}
      {dialog?.type === 'edit' && target && (
        <EntryDialog kind={kind} draft={draft} id={target.id} onClose={close} />
      )}
      {dialog?.type === 'retire' && target && (
        <RetireDialog
          kind={kind}
          draft={draft}
          entry={target}
          actions={actions}
          onDone={focusHeading}
          onClose={close}
        />
      )}
      {dialog?.type === 'remove' && target && (
        <RemoveDialog kind={kind} entry={target} actions={actions} onDone={focusHeading} onClose={close} />
      )}
    </section>
  );
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface in-[details]:rounded-t-none in-[details]:border-x-0 in-[details]:border-b-0"
    >
      {children}
    </ol>
  );
}

/** The dialog that was open with unsaved input before a reload. */
function storedDialog(section: EntrySection): OpenDialog | null {
  const stored = readInput(section);
  if (!stored) return null;
  return stored.id === null ? { type: 'add' } : { type: 'edit', id: stored.id };
}

/** What prevents the draft from being published, by the id of the entry. */
function issuesByEntry(section: EntrySection, draft: CatalogDraft): Map<string, string[]> {
  const entries = entriesOf(draft.sections, section);
  const found = new Map<string, string[]>();
  for (const issue of checkCard(draft.sections, {})) {
    const id = entries[Number.parseInt(issue.path, 10)]?.id;
    if (issue.section === section && id) found.set(id, [...(found.get(id) ?? []), issue.message]);
  }
  return found;
}
