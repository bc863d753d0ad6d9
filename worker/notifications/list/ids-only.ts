const REMOVED = '[removed]';
const MOST_FIELDS = 10;

/** What is kept of a message that was given up. */
export type Kept = Record<string, string | number>;

/**
 * A message with its type and ids, as it is. Ours hold nothing else; of any other the rest is never kept, as nobody
 * knows what it is.
 */
export function idsOnly(body: unknown): Kept {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { type: REMOVED };
  const fields = Object.entries(body);
  if (fields.length > MOST_FIELDS) return { type: REMOVED };
  return Object.fromEntries(fields.map(keptField));
}

/** Whether nothing was removed: only then can it be sent again. */
export function isWhole(kept: Kept): boolean {
  return !Object.entries(kept).flat().includes(REMOVED);
}

function keptField([name, value]: [string, unknown]): [string, string | number] {
  if (name === 'type') return [name, isWord(value) ? value : REMOVED];
  if (!/^(id|[a-zA-Z]{1,30}Id)$/.test(name)) return [REMOVED, REMOVED];
  return [name, isId(value) ? value : REMOVED];
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z-]{0,39}$/.test(value);

const isId = (value: unknown): value is string | number =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^[\w-]{1,100}$/.test(value));
