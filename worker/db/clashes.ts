import { AppError } from '#domain/errors.ts';

/** The sentence for a person, and the field of the call that it is about. */
export type Clash = { message: string; path?: string };
/** By a text in the database's error: an index name, a column, or the message of a trigger. */
export type Clashes = Readonly<Record<string, Clash>>;

/** Writes; what a constraint refuses becomes a 409 in the caller's words, any other failure stays what it is. */
export async function clashing<T>(clashes: Clashes, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw clashOf(clashes, error) ?? error;
  }
}

/** The 409 of a clash, naming its field so that any form can show it there. */
export function clashError({ message, path }: Clash): AppError {
  return new AppError('conflict', message, path ? { issues: [{ path, message }] } : {});
}

function clashOf(clashes: Clashes, error: unknown): AppError | null {
  const text = `${error} ${error instanceof Error ? error.cause : ''}`;
  const clash = Object.entries(clashes).find(([mark]) => text.includes(mark))?.[1];
  return clash ? clashError(clash) : null;
}
