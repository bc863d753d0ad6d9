import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';

type Problem = z.core.$ZodIssue;

/** What came in, by its schema; 400 with one issue per field otherwise. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  // Unknown fields last: there may be thousands, and an error lists the first issues only.
  const problems = result.error.issues.toSorted((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
  throw refusal(onePerField(problems.flatMap(issuesOf)));
}

/** A query by its schema. Of a name that is given twice one value would go unheard, so it is refused. */
export function parseQuery<S extends z.ZodMiniType>(
  schema: S,
  input: Readonly<Record<string, string[]>>,
): z.output<S> {
  const repeated = Object.keys(input).filter((name) => (input[name]?.length ?? 0) > 1);
  if (repeated.length > 0) throw refusal(repeated.map((path) => ({ path, message: 'Given more than once' })));
  const values = Object.entries(input).map(([name, [value]]) => [name, value]);
  return parseInput(schema, Object.fromEntries(values));
}

/** What a path names, by its schema; a malformed id leads nowhere. */
export function parsePath(endpoint: Endpoint, input: unknown): unknown {
  if (endpoint.badParams === 'invalid') return parseInput(endpoint.params, input);
  const result = endpoint.params.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('not_found', 'There is nothing here.');
}

function refusal(issues: Issue[]): AppError {
  return new AppError('invalid', issues[0]?.message ?? 'Some fields are not valid.', { issues });
}

function isUnknown({ code }: Problem): boolean {
  return code === 'unrecognized_keys';
}

function issuesOf(problem: Problem): Issue[] {
  if (problem.code === 'unrecognized_keys') {
    return problem.keys.map((key) => ({
      path: [...problem.path, key].join('.'),
      message: 'Unknown field',
    }));
  }
  return [{ path: problem.path.join('.'), message: problem.message }];
}

function onePerField(issues: Issue[]): Issue[] {
  const byPath = new Map<string, Issue>();
  for (const issue of issues) if (!byPath.has(issue.path)) byPath.set(issue.path, issue);
  return [...byPath.values()];
}
