import { AppError } from '#domain/errors.ts';

/** The sentence for the user, and the field of the call that it names. */
export type ConstraintError = { message: string; path?: string };
/** By a part of the database's error text: the name of an index or column, or the text that a trigger raises. */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/** Runs a write. A constraint listed in `errors` becomes a 409 with its sentence; any other error is thrown as it is. */
export async function withConstraintErrors<T>(errors: ConstraintErrors, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw findConstraintError(errors, error) ?? error;
  }
}

/** The 409, with the field so that a form can show the sentence beside it. */
export function constraintError({ message, path }: ConstraintError): AppError {
  return new AppError('conflict', message, path ? { issues: [{ path, message }] } : {});
}

function findConstraintError(errors: ConstraintErrors, error: unknown): AppError | null {
  const message = databaseMessage(error);
  const found = Object.entries(errors).find(([part]) => message.includes(part))?.[1];
  return found ? constraintError(found) : null;
}

/** The message of a failed statement with its cause: D1 puts the name of the constraint into either. */
export function databaseMessage(error: unknown): string {
  return `${error} ${error instanceof Error ? error.cause : ''}`;
}
