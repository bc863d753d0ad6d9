import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Colleague } from '#contract/messages.ts';
import { mentionBeingTyped } from '#domain/shared/mentions.ts';
import { colleaguesQuery } from '#web/api/messages.ts';
import { nextActive } from '#web/kit/ui/Listbox.tsx';

const MAX_MATCHES = 6;
const NONE: readonly Colleague[] = [];

type Options = { text: string; setText: (text: string) => void; username: string };

/** Offers colleagues while a name is typed after @. The chosen one replaces what was typed. */
export function useMentionPicker({ text, setText, username }: Options) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  /** The position of the @ whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const { data, isError } = useQuery({ ...colleaguesQuery, enabled: text.includes('@') });
  const colleagues = data?.filter((one) => one.username !== username) ?? NONE;
  const typing = caret === null ? null : mentionBeingTyped(text, caret);
  const matches = typing && typing.start !== closedAt ? findColleagues(colleagues, typing.typed) : NONE;
  const chosen = Math.min(active, Math.max(0, matches.length - 1));
  const nextCaret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set once the new text is shown
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [text]);
  const pick = (colleague: Colleague) => {
    if (!typing || caret === null) return;
    const inserted = `@${colleague.username} `;
    const rest = text.slice(caret);
    nextCaret.current = typing.start + inserted.length;
    setCaret(nextCaret.current);
    setText(`${text.slice(0, typing.start)}${inserted}${rest.startsWith(' ') ? rest.slice(1) : rest}`);
  };
  /** True if the key belongs to the list. */
  const press = (event: KeyboardEvent): boolean => {
    const colleague = matches[chosen];
    if (!colleague || event.nativeEvent.isComposing) return false;
    const next = nextActive(event, chosen, matches.length);
    if (next !== null) setActive(next);
    else if (event.key === 'Escape') setClosedAt(typing?.start ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !hasModifier(event)) pick(colleague);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const change = (next: string, position: number) => {
    setText(next);
    setCaret(position);
    setActive(0);
    if (mentionBeingTyped(next, position)?.start !== closedAt) setClosedAt(null);
  };
  return { area, colleagues, isListMissing: isError, matches, chosen, pick, press, change, setCaret };
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || shiftKey || altKey;

/** Those whose username or a word of whose name begins with the text. */
function findColleagues(colleagues: readonly Colleague[], typed: string): readonly Colleague[] {
  const beginning = typed.toLowerCase();
  return colleagues
    .filter(({ username, name }) =>
      [username, ...name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(beginning)),
    )
    .slice(0, MAX_MATCHES);
}
