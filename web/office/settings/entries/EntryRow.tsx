import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import {
  type EntryKind,
  type EntryOf,
  type EntrySection,
  isOfferedEntry,
  usageOf,
  usageText,
} from './entry-kind.ts';

type Props<S extends EntrySection> = {
  kind: EntryKind<S>;
  draft: CatalogDraft;
  entry: EntryOf<S>;
  /** Null for a retired entry, which has no place in the order. */
  place: { index: number; count: number } | null;
  /** What prevents the draft from being published. */
  issues: readonly string[];
  onMove: (to: number, button: 'up' | 'down') => void;
  onOpen: (dialog: 'edit' | 'retire' | 'remove') => void;
  onRestore: () => void;
};

/** An entry with its facts, its place in the order and its actions. */
export function EntryRow<S extends EntrySection>(props: Props<S>) {
  const { kind, draft, entry, issues } = props;
  const usage = usageOf(draft.usage, kind.section, entry.id);
  const inUse = usage && usageText(usage);
  const { Facts, Picture } = kind;
  const badge = kind.badgeOf?.(entry);
  return (
    <li data-entry={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-4 max-sm:basis-full">
        {Picture && <Picture entry={entry} draft={draft} />}
        <div className="wrap-anywhere min-w-0 flex-1 space-y-0.5 text-sm">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
            <bdi>{kind.nameOf(entry)}</bdi>
            <span className="flex flex-wrap gap-2 font-sans">
              {badge && <Badge variant="quiet">{badge}</Badge>}
              {usage && !usage.isPublished && <Badge variant="attention">Not published yet</Badge>}
            </span>
          </h3>
          <Facts entry={entry} draft={draft} />
          {inUse && <p className="text-ink-soft text-xs">{inUse}</p>}
          {issues.map((issue) => (
            <p key={issue} className="flex items-start gap-1.5 text-danger">
              <Icon name="warning" className="mt-0.5 size-4" />
              <span dir="auto" className="min-w-0">
                Before you publish: {issue}
              </span>
            </p>
          ))}
        </div>
      </div>
      <EntryButtons {...props} isPublished={usage?.isPublished ?? null} />
    </li>
  );
}

type ButtonsProps<S extends EntrySection> = Props<S> & {
  /** Null in sections whose entries are never retired. */
  isPublished: boolean | null;
};

function EntryButtons<S extends EntrySection>(props: ButtonsProps<S>) {
  const { kind, entry, place, isPublished, onMove, onOpen, onRestore } = props;
  const name = <span className="sr-only">{kind.nameOf(entry)}</span>;
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      {place && place.count > 1 && (
        <div className="flex max-sm:mr-auto">
          <MoveButton
            direction="up"
            to={place.index - 1}
            {...place}
            onMove={onMove}
            name={kind.nameOf(entry)}
          />
          <MoveButton
            direction="down"
            to={place.index + 1}
            {...place}
            onMove={onMove}
            name={kind.nameOf(entry)}
          />
        </div>
      )}
      <RowButton onClick={() => onOpen('edit')}>Edit {name}</RowButton>
      {isPublished && isOfferedEntry(entry) && (
        <RowButton onClick={() => onOpen('retire')}>Retire {name}</RowButton>
      )}
      {!isOfferedEntry(entry) && <RowButton onClick={onRestore}>Bring back {name}</RowButton>}
      {!isPublished && <RowButton onClick={() => onOpen('remove')}>Remove {name}</RowButton>}
    </div>
  );
}

type MoveProps = {
  direction: 'up' | 'down';
  to: number;
  count: number;
  name: string;
  onMove: Props<EntrySection>['onMove'];
};

function MoveButton({ direction, to, count, name, onMove }: MoveProps) {
  return (
    <button
      type="button"
      data-move={direction}
      disabled={to < 0 || to >= count}
      onClick={() => onMove(to, direction)}
      className="inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink disabled:opacity-30"
    >
      <Icon name={direction} className="size-5" />
      <span className="sr-only">
        Move {name} {direction}
      </span>
    </button>
  );
}

/** A longer text, cut after two lines: the dialog has all of it. */
export function FactText({ children }: { children: string }) {
  return (
    <p dir="auto" className="line-clamp-2 max-w-prose text-ink-soft">
      {children}
    </p>
  );
}
