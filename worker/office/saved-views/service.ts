import { SAVED_VIEW_QUERIES, type SavedView, type SavedViewList } from '#contract/saved-views.ts';
import { can } from '#domain/accounts/access.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { withConstraintErrors } from '#worker/base/db/constraint-errors.ts';
import { parseInput } from '#worker/base/http/parse.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import {
  deleteView,
  findView,
  insertView,
  listViews,
  type SavedViewRow,
  updateView,
  type ViewValues,
} from './repo.ts';

type Query = Readonly<Record<string, string>>;
type Values = Omit<ViewValues, 'query'> & { query: Query };
type Changes = { [K in keyof Values]?: Values[K] | undefined };

export async function listSavedViews(ctx: Context, actor: Actor, list: SavedViewList): Promise<SavedView[]> {
  const rows = await listViews(ctx.db, { list, userId: actor.userId });
  return rows.map((row) => toView(row, actor));
}

/** Throws invalid for a filter that the list does not have, and conflict for a name that the account has used. */
export async function createView(
  ctx: Context,
  actor: Actor,
  { list, query, ...values }: Values & { list: SavedViewList },
): Promise<SavedView> {
  if (values.isShared) assertMayShare(actor);
  const row = { ...values, list, query: textOf(list, query), ownerId: actor.userId, nowMs: ctx.now() };
  const id = await withUniqueName(() => insertView(ctx.db, row));
  if (id === null) {
    throw new AppError('conflict', 'You have 100 views of this list. Delete one before you save another.');
  }
  return toView(await getView(ctx, actor, id), actor);
}

/**
 * Changes a view of the caller. `version` is the one that the caller has read. Throws forbidden for a colleague's, and
 * stale when it was changed since.
 */
export async function changeView(
  ctx: Context,
  actor: Actor,
  { id, version, changes }: { id: number; version: number; changes: Changes },
): Promise<SavedView> {
  const view = await getView(ctx, actor, id);
  if (view.ownerId !== actor.userId) {
    const message = `Only ${view.ownerName} can change this view. Save a view of your own instead.`;
    throw new AppError('forbidden', message);
  }
  const values = {
    name: changes.name ?? view.name,
    query: changes.query === undefined ? view.query : textOf(view.list, changes.query),
    columns: changes.columns === undefined ? view.columns : changes.columns,
    isShared: changes.isShared ?? view.isShared,
  };
  if (values.isShared) assertMayShare(actor);
  const isWritten = await withUniqueName(() => updateView(ctx.db, { id, version }, values));
  const current = await getView(ctx, actor, id);
  if (!isWritten) throw staleError();
  return toView(current, actor);
}

/**
 * Deletes a view of the caller. Users with views:manage (admin, super_admin) also delete one that a colleague shares:
 * its owner may have left. `version`: null accepts any.
 */
export async function removeView(
  ctx: Context,
  actor: Actor,
  { id, version }: { id: number; version: number | null },
): Promise<void> {
  const view = await getView(ctx, actor, id);
  if (view.ownerId !== actor.userId && !can(actor.role, 'views:manage')) {
    throw new AppError('forbidden', `Only ${view.ownerName} or an administrator can delete this view.`);
  }
  if (!(await deleteView(ctx.db, { id, version: version ?? view.version }))) {
    await getView(ctx, actor, id);
    throw staleError();
  }
}

/** Throws not_found also for a private view of a colleague. */
async function getView(ctx: Context, actor: Actor, id: number): Promise<SavedViewRow> {
  const view = await findView(ctx.db, id);
  if (!view || !(view.isShared || view.ownerId === actor.userId)) {
    throw new AppError('not_found', 'This view was deleted.');
  }
  return view;
}

function assertMayShare({ role }: Actor): void {
  if (can(role, 'views:share')) return;
  throw new AppError('forbidden', 'Your role cannot share views. Save it as a private view.', {
    issues: [{ path: 'isShared', message: 'Your role cannot share views' }],
  });
}

function staleError(): AppError {
  return new AppError('stale', 'This view was changed in the meantime. Load it again before you save.');
}

const NAME_TAKEN = { message: 'You already have a view of this list with this name.', path: 'name' };

function withUniqueName<Result>(write: () => Promise<Result>): Promise<Result> {
  return withConstraintErrors({ saved_views_name: NAME_TAKEN }, write);
}

const PRESET_DAYS = ['deliveryDate', 'deliveryDateFrom', 'deliveryDateTo'];

/** The query as stored, in the order of its names. Throws invalid with the names that the list does not accept. */
function textOf(list: SavedViewList, query: Query): string {
  try {
    parseInput(SAVED_VIEW_QUERIES[list], query);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.extras.issues?.map(({ path, message }) => ({ path: `query.${path}`, message }));
    throw new AppError('invalid', error.message, { ...(issues && { issues }) });
  }
  const doubled = 'deliveryPreset' in query ? PRESET_DAYS.filter((name) => name in query) : [];
  if (doubled.length > 0) {
    const message = 'Leave out the days of a preset';
    throw new AppError('invalid', message, {
      issues: doubled.map((name) => ({ path: `query.${name}`, message })),
    });
  }
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
}

function toView({ ownerId, query, ...view }: SavedViewRow, actor: Actor): SavedView {
  return {
    ...view,
    query: Object.fromEntries(new URLSearchParams(query)),
    isOwn: ownerId === actor.userId,
  };
}
