import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { clientMatchesQuery } from '#web/api/clients.ts';
import { searchSuggestionsQuery } from '#web/api/search-suggestions.ts';
import { Listbox, listboxAria, nextActive } from '#web/kit/ui/Listbox.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { CONTROL } from './Field.tsx';

type Props = {
  label: string;
  takesFocus: boolean;
  /** The key of a client that is not offered. */
  except?: string;
  /** What the screen calls them. */
  noun: 'customer' | 'client';
  onPick: (client: Client) => void;
  /** Offers a text that finds no client as a new client; it is also kept when the focus leaves the field. */
  onNew?: (text: string, by: 'choice' | 'leaving') => void;
};

/** A line below the field: a known client, the typed text for a new one, or a text that is probably meant. */
type Choice =
  | { type: 'client'; client: Client }
  | { type: 'new'; text: string }
  | { type: 'near'; text: string };

const MIN_LENGTH = 2;

/** Finds known clients while staff type: arrow keys choose, Enter takes the client. */
export function ClientSearch({ label, noun, takesFocus, except, onPick, onNew }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const focusFirst = useEffectEvent(() => takesFocus && input.current?.focus({ preventScroll: true }));
  // After the heading, which takes the focus of a new page.
  useEffect(() => void focusFirst(), []);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = text.trim();
  const { choices, isFetching } = useChoices(search, { except, offersNew: onNew !== undefined });
  const chosen = Math.min(active, choices.length - 1);
  /** The text with which Enter was pressed, or the field left, before its clients were found. */
  const [awaited, setAwaited] = useState<{ search: string; by: 'choice' | 'leaving' } | null>(null);
  const take = (choice: Choice, by: 'choice' | 'leaving' = 'choice') => {
    setText(choice.type === 'near' ? choice.text : '');
    setActive(0);
    setAwaited(null);
    if (choice.type === 'client') onPick(choice.client);
    if (choice.type === 'new') onNew?.(choice.text, by);
  };
  const leave = () => {
    const [only] = choices;
    if (search.length >= MIN_LENGTH && isFetching) setAwaited({ search, by: 'leaving' });
    else if (only?.type === 'new') take(only, 'leaving');
  };
  const takeAwaited = useEffectEvent(() => {
    const [first, second] = choices;
    if (awaited?.search !== search || isFetching) return;
    const isOnly = first?.type === 'client' && second === undefined && awaited.by === 'choice';
    if (first?.type === 'new' || (first && isOnly)) take(first, awaited.by);
    else setAwaited(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the clients of the text are found
  useEffect(() => takeAwaited(), [isFetching, awaited]);
  const press = (event: KeyboardEvent) => {
    const next = nextActive(event, chosen, choices.length);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Escape' && text !== '') {
      // The first Escape clears the text, and does not leave a dialog around it.
      event.preventDefault();
      setText('');
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Never sends the form.
      event.preventDefault();
      const choice = choices[chosen];
      if (isFetching) setAwaited({ search, by: 'choice' });
      else if (choice) take(choice);
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
        {...listboxAria(`${id}-list`, choices.length > 0 ? chosen : null)}
        autoComplete="off"
        placeholder="Name, phone, e-mail or address"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={press}
        onBlur={leave}
        className={CONTROL}
      />
      <Listbox
        id={`${id}-list`}
        label={`Known ${noun}s`}
        items={choices}
        active={chosen}
        keyOf={keyOfChoice}
        onPick={take}
      >
        {(choice) => <ChoiceText choice={choice} />}
      </Listbox>
      <p role="status" className="sr-only">
        {search.length >= MIN_LENGTH && !isFetching ? foundText(choices, noun) : ''}
      </p>
    </div>
  );
}

function useChoices(
  search: string,
  { except, offersNew }: { except: string | undefined; offersNew: boolean },
) {
  const { data, isFetching } = useQuery(clientMatchesQuery(search));
  const isSearch = search.length >= MIN_LENGTH;
  const clients = isSearch ? (data ?? []).filter(({ key }) => key !== except) : [];
  const isEmpty = isSearch && !isFetching && data?.length === 0;
  const { data: near = [] } = useQuery(searchSuggestionsQuery('bookings', { q: search, isEmpty }));
  const choices: Choice[] = clients.map((client) => ({ type: 'client', client }));
  // First: it does not move when the suggestions arrive.
  if (isEmpty && offersNew) choices.push({ type: 'new', text: search });
  if (isEmpty) choices.push(...near.map((text) => ({ type: 'near' as const, text })));
  return { choices, isFetching };
}

const keyOfChoice = (choice: Choice) =>
  choice.type === 'client' ? `${choice.type} ${choice.client.key}` : `${choice.type} ${choice.text}`;

function ChoiceText({ choice }: { choice: Choice }) {
  if (choice.type === 'new') {
    return (
      <>
        New customer <bdi className="font-semibold">{choice.text}</bdi>
      </>
    );
  }
  if (choice.type === 'near') {
    return (
      <>
        Did you mean <bdi className="font-semibold">{choice.text}</bdi>?
      </>
    );
  }
  const { client } = choice;
  return (
    <>
      <bdi className="font-semibold">{customerFullName(client)}</bdi>{' '}
      <bdi className="text-ink-soft tabular-nums">{client.phoneDisplay}</bdi>
      <span className="block truncate text-ink-soft">
        <bdi>{[client.email, client.address, client.city].filter(Boolean).join(' · ')}</bdi>
      </span>
    </>
  );
}

function foundText(choices: readonly Choice[], noun: Props['noun']): string {
  const count = choices.filter(({ type }) => type === 'client').length;
  const near = choices.flatMap((choice) => (choice.type === 'near' ? [choice.text] : []));
  if (near.length > 0) return `No known ${noun}. Did you mean ${near.join(' or ')}?`;
  if (count === 0) return `No known ${noun}.`;
  return count === 1 ? `1 known ${noun}` : `${count} known ${noun}s`;
}
