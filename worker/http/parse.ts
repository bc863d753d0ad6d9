import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type Issue } from '#domain/errors.ts';

type Problem = z.core.$ZodIssue;

/** What came in, by its schema; 400 with one issue per field otherwise. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw refusal(onePerField(result.error.issues.flatMap(issuesOf)));
}

/** A query by its schema. Of a name that is given twice one value would go unheard, so it is refused. */
export function parseQuery<S extends z.ZodMiniType>(
  schema: S,
  given: Readonly<Record<string, string[]>>,
): z.output<S> {
  const repeated = Object.keys(given).filter((name) => (given[name]?.length ?? 0) > 1);
  if (repeated.length > 0) throw refusal(repeated.map((path) => ({ path, message: 'Given more than once' })));
  const values = Object.entries(given).map(([name, [value]]) => [name, value]);
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
  return issues.filter((issue, i) => issues.findIndex(({ path }) => path === issue.path) === i);
}
