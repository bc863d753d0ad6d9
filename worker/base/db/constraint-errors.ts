import { AppError } from '#domain/shared/errors.ts';

/** The sentence for the user, and the field of the call that it names. */
export type ConstraintError = { message: string; path?: string };
/** The sentence by a part of the database's error text: the name of an index or column, or the text of a trigger. */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/**
 * Runs a write. A constraint listed in `errors` becomes a 409 with its sentence; any other error is thrown unchanged.
 */
export async function withConstraintErrors<T>(errors: ConstraintErrors, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw findConstraintError(errors, error) ?? error;
  }
}

/** The 409 error. Its field lets a form show the sentence beside the input. */
export function constraintError({ message, path }: ConstraintError): AppError {
  return new AppError('conflict', message, path ? { issues: [{ path, message }] } : {});
}

function findConstraintError(errors: ConstraintErrors, error: unknown): AppError | null {
  const message = databaseMessage(error);
  const found = Object.entries(errors).find(([part]) => message.includes(part))?.[1];
  return found ? constraintError(found) : null;
}

/** The message of a failed statement and of its cause: D1 puts the constraint's name into either of them. */
export function databaseMessage(error: unknown): string {
  return `${error} ${error instanceof Error ? error.cause : ''}`;
}
