import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type Issue } from '#domain/errors.ts';

type Problem = z.core.$ZodIssue;

/** What came in, by its schema; 400 with one issue per field otherwise. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = onePerField(result.error.issues.flatMap(issuesOf));
  throw new AppError('invalid', issues[0]?.message ?? 'Some fields are not valid.', { issues });
}

/** What a path names, by its schema; a malformed id leads nowhere. */
export function parsePath(endpoint: Endpoint, input: unknown): unknown {
  if (endpoint.badParams === 'invalid') return parseInput(endpoint.params, input);
  const result = endpoint.params.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('not_found', 'There is nothing here.');
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
