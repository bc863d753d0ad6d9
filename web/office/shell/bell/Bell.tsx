import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { can } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { agoText } from '#web/kit/dates/moment.ts';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import type { BellItem, BellSource } from './bell-source.ts';
import { PushSwitch } from './PushSwitch.tsx';
import { useBulkResults } from './use-bulk-results.ts';
import { useUnreadMentions } from './use-unread-mentions.ts';

const BELL = 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10Zm4 9.5a2.2 2.2 0 0 0 4 0';

/** The items of every kind. */
function useBellSources(): readonly BellSource[] {
  return [useUnreadMentions(), useBulkResults()];
}

/** A bell with the number of new items, and the list of all below it. */
export function Bell() {
  const sources = useBellSources();
  const { sessionState } = useTabSession();
  const mayAnswer = sessionState.status === 'signedIn' && can(sessionState.role, 'dispatch:write');
  const [isOpen, setOpen] = useState(false);
  /** New items stay marked until the list is closed. */
  const [newOnes, setNewOnes] = useState<readonly string[]>([]);
  const items = sources.flatMap((source) => source.items).toSorted((a, b) => b.at.localeCompare(a.at));
  const unlisted = sources.reduce((sum, { unlistedCount = 0 }) => sum + unlistedCount, 0);
  const count = items.filter(({ isNew }) => isNew).length + unlisted;
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    setNewOnes(items.filter(({ isNew }) => isNew).map(({ key }) => key));
    for (const { markSeen } of sources) markSeen();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger className="touch relative inline-flex min-w-11 items-center justify-center rounded-md hover:bg-white/15 focus-visible:outline-signal">
        <Drawing d={BELL} />
        <span className="sr-only">Notifications{count > 0 && `, ${count} new`}</span>
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-1 rounded-full bg-signal px-1 font-semibold text-livery text-xs leading-4 tabular-nums"
          >
            {count > 9 ? '9+' : count}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          // Below the bar.
          sideOffset={10}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The page that a link opened may have taken the focus.
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          className="z-30 max-h-[min(32rem,calc(100dvh-5rem))] w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface text-ink shadow-lift"
        >
          <h2 className="border-line border-b px-4 py-3 font-semibold text-base">Notifications</h2>
          {items.length === 0 ? (
            <p className="px-4 py-8 text-center text-ink-soft text-sm">
              Nothing yet. Messages of drivers, messages that mention you and the results of actions on
              several bookings appear here.
            </p>
          ) : (
            <ul>
              {items.map((item) => (
                <li key={item.key} className="border-line border-b last:border-b-0">
                  <BellLine
                    item={item}
                    isNew={item.isNew || newOnes.includes(item.key)}
                    onOpen={() => setOpen(false)}
                  />
                </li>
              ))}
            </ul>
          )}
          {unlisted > 0 && <p className="px-4 py-3 text-ink-soft text-sm">And {unlisted} earlier ones.</p>}
          {mayAnswer && <PushSwitch />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type LineProps = { item: BellItem; isNew: boolean; onOpen: () => void };

function BellLine({ item, isNew, onOpen }: LineProps) {
  const { title, text, at, to, isFailure } = item;
  return (
    <Link
      to={to}
      onClick={onOpen}
      className="flex gap-3 px-4 py-3 text-sm hover:bg-sunk focus-visible:-outline-offset-3"
    >
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${isNew ? 'bg-brand' : 'bg-transparent'}`}
      />
      <span className="min-w-0 flex-1">
        <span className={`wrap-anywhere block ${isNew ? 'font-semibold' : ''}`}>
          {isNew && <span className="sr-only">New: </span>}
          <bdi>{title}</bdi>
        </span>
        <span className={`wrap-anywhere block ${isFailure ? 'text-danger' : 'text-ink-soft'}`}>
          {isFailure && <Icon name="warning" className="mr-1 inline size-4 align-text-bottom" />}
          <bdi>{text}</bdi>
        </span>
        <span className="block text-ink-soft text-xs">{agoText(at, Date.now(), site.timeZone)}</span>
      </span>
    </Link>
  );
}
