/** A person whom a text names with @, and where. `start` is the position of the @. */
export type Mention<Person> = { person: Person; start: number; end: number };

/** Characters of usernames, and letters and digits of any alphabet: a name that goes on is another name. */
const CONTINUES = /^(?:[\p{L}\p{N}_@+]|[.-][\p{L}\p{N}_])/u;
/** Before the @ of 'ada@example.com'. */
const ENDS_WITH_WORD = /[\p{L}\p{N}_]$/u;

/**
 * The people whom a text names as '@username', in any case, in the order of the text. Of 'lee' and 'lee.park' the longer
 * name that fits is meant. A name that no person has, or a part of an e-mail address, is text.
 */
export function findMentions<Person extends { username: string }>(
  text: string,
  people: readonly Person[],
): Mention<Person>[] {
  const longestFirst = people.toSorted((a, b) => b.username.length - a.username.length);
  const mentions: Mention<Person>[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('@', from);
    if (start < 0) return mentions;
    const person = ENDS_WITH_WORD.test(text.slice(Math.max(0, start - 2), start))
      ? undefined
      : longestFirst.find(({ username }) => isNamedAt(text, start + 1, username));
    from = start + 1 + (person?.username.length ?? 0);
    if (person) mentions.push({ person, start, end: from });
  }
}

function isNamedAt(text: string, at: number, username: string): boolean {
  const end = at + username.length;
  return (
    username !== '' &&
    text.slice(at, end).toLowerCase() === username.toLowerCase() &&
    !CONTINUES.test(text.slice(end, end + 3))
  );
}

/** What follows an @ that is being typed just before `caret`, and the position of the @; null if there is none. */
export function mentionBeingTyped(text: string, caret: number): { start: number; typed: string } | null {
  const found = /(?:^|[^\p{L}\p{N}_])(@[\w.@+-]{0,50})$/u.exec(text.slice(0, caret));
  const [, typed = ''] = found ?? [];
  return typed === '' ? null : { start: caret - typed.length, typed: typed.slice(1) };
}
