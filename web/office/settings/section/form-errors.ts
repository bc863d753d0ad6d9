import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import type { Issue } from '#domain/shared/errors.ts';
import { CallError } from '#web/api/call.ts';

/** Errors by field; `other` are those of no field of the form. */
export type FormErrors = { fields: Record<string, string>; other: string[] };

/** The issues of a refused call, without the name of the section that the path may begin with. */
export function listSectionIssues(error: unknown, section: CatalogSection): Issue[] {
  const issues = (error instanceof CallError && error.reply?.issues) || [];
  return issues.map(({ path, message }) => ({ path: path.replace(`${section}.`, ''), message }));
}

/** The server's issues at the fields that `fieldOf` finds for their paths; those of no field are `other`. */
export function issuesAtFields(
  issues: readonly Issue[],
  fieldOf: (path: string) => string | undefined,
): FormErrors {
  const errors: FormErrors = { fields: {}, other: [] };
  for (const { path, message } of issues) {
    const field = fieldOf(path);
    if (field) errors.fields[field] ??= message;
    else errors.other.push(message);
  }
  return errors;
}
