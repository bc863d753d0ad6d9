import { useQueries, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SAVED_VIEW_LISTS } from '#contract/saved-views.ts';
import { paletteQuery } from '#web/api/palette.ts';
import { savedViewsQuery } from '#web/api/saved-views.ts';
import { searchSuggestionsQuery } from '#web/api/search-suggestions.ts';
import { useTabSession } from '#web/api/session.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import type { MenuAction } from '#web/kit/ui/browser/menu-actions.ts';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import {
  actionItems,
  bookingCommands,
  filterItems,
  matchGroups,
  type PageEntry,
  type PaletteGroup,
  type PaletteItem,
  pageItems,
  viewItem,
} from './commands.ts';
import { Kbd } from './KeyList.tsx';
import { readPageActions } from './page-actions.ts';
import { listRecent, rememberRecent } from './recent.ts';

/** A pause in typing, after which the server is asked. */
const PAUSE_MS = 120;
const MAX_LENGTH = 200;
/** Before something is typed. */
const FEW_VIEWS = 5;

type Props = { menu: readonly PageEntry[]; onClose: () => void; onShowKeys: () => void };

/** Finds bookings, clients, units, pages and actions. Arrows move, Enter opens, Escape closes. */
export function CommandPalette({ menu, onClose, onShowKeys }: Props) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // The dialog gives the focus to cmdk's own frame, which comes first.
  useEffect(() => input.current?.focus(), []);
  const q = useSettled(text.trim());
  const { data, error, isFetching } = useQuery(paletteQuery(q));
  // Read once: while the palette is open, the page below does not change by the user's hand.
  const [page] = useState(readPageActions);
  const views = useViewItems();
  const isSearch = text.trim() !== '';
  const { sessionState } = useTabSession();
  const role = sessionState.status === 'signedIn' ? sessionState.role : 'view_only';
  const commands: PaletteGroup[] = [
    ...(page ? [{ title: page.record, items: page.actions.map(toAction) }] : []),
    ...(isSearch ? [] : [{ title: 'Recent', items: listRecent().map(toRecent) }]),
    { title: 'Actions', items: actionItems(role, onShowKeys) },
    { title: 'Views', items: isSearch ? views : views.slice(0, FEW_VIEWS) },
    { title: 'Pages', items: pageItems(menu, role) },
  ];
  const found = isSearch && data ? matchGroups(data) : [];
  const listed = isSearch
    ? commands.map(({ title, items }) => ({ title, items: filterItems(items, text.trim()) }))
    : commands;
  const asked = { title: 'Booking', items: bookingCommands(text, role, page?.record ?? '') };
  const matches = [asked, ...found, ...listed].filter(({ items }) => items.length > 0);
  const isWaiting = isSearch && (isFetching || q !== text.trim());
  const near = useNearSearches(q, isSearch && !isWaiting && !error && matches.length === 0);
  const groups = [...matches, ...near];
  const { frame, noteMove, noteInput } = useFirstSelected(groups);
  const pick = ({ id, to, label, isNeverRecent, run, search }: PaletteItem) => {
    if (search) {
      noteInput();
      return setText(search);
    }
    if (id !== 'keys') onClose();
    if (to) {
      if (!isNeverRecent) rememberRecent({ to, label });
      void navigate(to);
    } else if (run) {
      // The dialog returns the focus to the page first.
      setTimeout(run);
    }
  };
  return (
    <Dialog title="Command palette" layout="palette" onClose={onClose}>
      <Command
        ref={frame}
        shouldFilter={false}
        loop
        label="Command palette"
        className="flex min-h-0 flex-col"
        onKeyDown={({ key }) => MOVING_KEYS.has(key) && noteMove()}
        onPointerMove={noteMove}
      >
        <Command.Input
          ref={input}
          value={text}
          onValueChange={(value) => {
            noteInput();
            setText(value.slice(0, MAX_LENGTH));
          }}
          placeholder="Booking, name, phone, address, unit, page..."
          aria-label="Find a booking, client, unit, page or action"
          className="min-h-13 w-full shrink-0 border-line border-b bg-transparent px-4 text-ink placeholder:text-ink-soft focus-visible:-outline-offset-2"
        />
        <Command.List
          label="Results"
          aria-busy={isWaiting}
          className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(({ title, items }) => (
            <Command.Group key={title} heading={<GroupHeading>{title}</GroupHeading>}>
              {items.map((item) => (
                <Line key={item.id} item={item} onPick={() => pick(item)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p role="status" className="shrink-0 border-line border-t px-4 py-2 text-ink-soft text-sm">
          {error && isSearch ? reasonText(error) : statusText({ isSearch, isWaiting, groups: matches })}
        </p>
      </Command>
    </Dialog>
  );
}

const MOVING_KEYS = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

/**
 * Selects the first item whenever the items change, until the user moves. cmdk does so only when the text changes: it
 * keeps the value of a removed item, and then no item is selected.
 */
function useFirstSelected(groups: readonly PaletteGroup[]) {
  const frame = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const ids = JSON.stringify(groups.map(({ items }) => items.map(({ id }) => id)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the items
  useEffect(() => {
    const isSelected = frame.current?.querySelector('[aria-selected="true"]');
    if (hasMoved.current && isSelected) return;
    frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    hasMoved.current = false;
  }, [ids]);
  return {
    frame,
    noteMove: () => {
      hasMoved.current = true;
    },
    noteInput: () => {
      hasMoved.current = false;
    },
  };
}

function GroupHeading({ children }: { children: string }) {
  return <span className="block px-2 pt-2 pb-1 font-semibold text-ink-soft text-xs">{children}</span>;
}

function Line({ item, onPick }: { item: PaletteItem; onPick: () => void }) {
  const { id, label, detail, shortcut } = item;
  return (
    <Command.Item
      value={id}
      onSelect={onPick}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-brand-soft data-[selected=true]:text-brand-strong"
    >
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{label}</bdi>
        {detail && <bdi className="block truncate text-ink-soft text-xs">{detail}</bdi>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Command.Item>
  );
}

type State = { isSearch: boolean; isWaiting: boolean; groups: readonly PaletteGroup[] };

function statusText({ isSearch, isWaiting, groups }: State): string {
  if (isWaiting) return 'Searching...';
  if (!isSearch) return 'Type to search. Enter opens, Escape closes.';
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count} results`;
}

const toAction = (action: MenuAction): PaletteItem => ({ id: `action ${action.label}`, ...action });
const toRecent = ({ to, label }: { to: string; label: string }): PaletteItem => ({
  id: `recent ${to}`,
  label,
  to,
});

/** 'Did you mean': searches that find something, when this one found nothing. */
function useNearSearches(q: string, isEmpty: boolean): PaletteGroup[] {
  const { data = [] } = useQuery(searchSuggestionsQuery('bookings', { q, isEmpty }));
  if (!isEmpty || data.length === 0) return [];
  return [
    { title: 'Did you mean', items: data.map((search) => ({ id: `near ${search}`, label: search, search })) },
  ];
}

/** The saved views of all lists. */
function useViewItems(): PaletteItem[] {
  const today = todayHere();
  return useQueries({
    queries: SAVED_VIEW_LISTS.map(savedViewsQuery),
    combine: (replies) => replies.flatMap(({ data = [] }) => data.map((view) => viewItem(view, today))),
  });
}

/** The text after a pause in typing; at once when it is emptied. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
