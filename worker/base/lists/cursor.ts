import * as z from 'zod/mini';
import { AppError } from '#domain/shared/errors.ts';

/** A page boundary: the sort value and the id of the outermost row, and the direction. */
const cursor = z.strictObject({
  value: z.union([z.string(), z.number()]),
  id: z.int(),
  towards: z.enum(['next', 'prev']),
  /** The sort of the list. */
  sort: z.string(),
});
export type PageCursor = z.output<typeof cursor>;

export function encodeCursor(position: PageCursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Throws 400 for a text that is not a cursor. */
export function decodeCursor(text: string): PageCursor {
  const found = cursor.safeParse(readJson(text)).data;
  if (!found) throw foreignCursor();
  return found;
}

export function foreignCursor(): AppError {
  const message = 'This is no cursor of this list. Begin at its first page.';
  return new AppError('invalid', message, { issues: [{ path: 'cursor', message }] });
}

function readJson(text: string): unknown {
  try {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}
