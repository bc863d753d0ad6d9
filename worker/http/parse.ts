import type * as z from 'zod/mini';
import { AppError, type Issue } from '#domain/errors.ts';

type Problem = z.core.$ZodIssue;

/** What came in, by its schema; 400 with one issue per field otherwise. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(issuesOf);
  throw new AppError('invalid', issues[0]?.message ?? 'Some fields are not valid.', { issues });
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
