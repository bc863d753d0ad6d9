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
  const message = databaseMessage(error);
  const clash = Object.entries(clashes).find(([name]) => message.includes(name))?.[1];
  return clash ? clashError(clash) : null;
}

/** The message of a failed statement with its cause: D1 puts the name of the constraint into either. */
export function databaseMessage(error: unknown): string {
  return `${error} ${error instanceof Error ? error.cause : ''}`;
}
