import type { ChangeType } from '#domain/changes/change-types.ts';
import { AppError } from '#domain/errors.ts';
import type { Planner } from './plan.ts';

/** The types of change that can be made. */
const PLANNERS: { readonly [T in ChangeType]?: Planner<T> } = {};

/** Throws invalid for a type that cannot be made. */
export function getPlanner(type: ChangeType): Planner {
  // The registry pairs each type with its own planner.
  const planner = PLANNERS[type] as Planner | undefined;
  if (planner) return planner;
  const message = `A booking cannot be changed this way yet: ${type}.`;
  throw new AppError('invalid', message, { issues: [{ path: 'type', message }] });
}
