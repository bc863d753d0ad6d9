import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { clientMatchesQuery } from '#web/api/clients.ts';
import { Listbox, listboxAria, nextActive } from '#web/ui/Listbox.tsx';
import { customerFullName } from '#web/ui/names.ts';
import { CONTROL } from './Field.tsx';

type Props = {
  label: string;
  takesFocus: boolean;
  /** The key of a client that is not offered. */
  except?: string;
  onPick: (client: Client) => void;
};

/** Finds known clients while staff type: arrow keys choose, Enter takes the client. */
export function ClientSearch({ label, takesFocus, except, onPick }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const focusFirst = useEffectEvent(() => takesFocus && input.current?.focus({ preventScroll: true }));
  // After the heading, which takes the focus of a new page.
  useEffect(() => void focusFirst(), []);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = text.trim();
  const { data, isFetching } = useQuery(clientMatchesQuery(search));
  const matches = search.length > 1 ? (data?.rows ?? []).filter(({ key }) => key !== except) : [];
  const chosen = Math.min(active, matches.length - 1);
  /** The text with which Enter was pressed before its clients were found. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const take = (client: Client) => {
    setText('');
    setAwaited(null);
    onPick(client);
  };
  const takeAwaited = useEffectEvent(() => {
    const [only] = matches;
    if (awaited !== search || isFetching) return;
    if (only && matches.length === 1) take(only);
    else setAwaited(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the clients of the text are found
  useEffect(() => takeAwaited(), [isFetching, awaited]);
  const press = (event: KeyboardEvent) => {
    const next = nextActive(event, chosen, matches.length);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Escape' && text !== '') {
      // The first Escape clears the text, and does not leave a dialog around it.
      event.preventDefault();
      setText('');
    } else if (event.key === 'Enter') {
      // Never sends the form.
      event.preventDefault();
      const client = matches[chosen];
      if (isFetching) setAwaited(search);
      else if (client) take(client);
    }
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name="search"
        {...listboxAria(`${id}-list`, matches.length > 0 ? chosen : null)}
        autoComplete="off"
        placeholder="Name, phone or e-mail"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={press}
        className={CONTROL}
      />
      <Listbox
        id={`${id}-list`}
        label="Known clients"
        items={matches}
        active={chosen}
        keyOf={({ key }) => key}
        onPick={take}
      >
        {(client) => (
          <>
            <bdi className="font-semibold">{customerFullName(client)}</bdi>{' '}
            <bdi className="text-ink-soft tabular-nums">{client.phoneDisplay}</bdi>
            <span className="block truncate text-ink-soft">
              <bdi>{[client.email, client.address, client.city].filter(Boolean).join(' · ')}</bdi>
            </span>
          </>
        )}
      </Listbox>
      <p role="status" className="sr-only">
        {search.length > 1 && !isFetching ? foundText(matches.length) : ''}
      </p>
    </div>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'No known client.';
  return count === 1 ? '1 known client' : `${count} known clients`;
}
