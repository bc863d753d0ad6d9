import { AppError } from '#domain/shared/errors.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { Fields, SelectedRow } from '#worker/base/db/rows.ts';
import { decodeCursor, foreignCursor, type PageCursor } from './cursor.ts';
import { readKeysetPage } from './keyset-repo.ts';
import { type ListPage, type ListParams, MAX_COUNTED, type SqlListSource, sortField } from './list-repo.ts';
import { findMatches, readSortedPage } from './sorted-repo.ts';

/**
 * One page of a list. Rows with equal sort values are in the order of their id. A sort with an index is read along that
 * index. Another sort is possible for at most MAX_COUNTED matches, which are sorted in memory. With more matches, an
 * explicitly requested sort is a 400 error; otherwise the first indexed sort is used.
 */
export async function readPage<F extends Fields>(
  db: Db,
  source: SqlListSource<F>,
  params: ListParams,
): Promise<ListPage<SelectedRow<F>>> {
  const position = params.cursor ? parsePosition(source, params) : null;
  const sort = position?.sort ?? params.sort ?? source.defaultSort;
  const ordered = { ...params, sort, position };
  const isInOrder = isIndexed(params, sort);
  if (isInOrder && !params.whereInOrder) return readKeysetPage(db, source, ordered);
  const matches = await findMatches(db, source, ordered);
  if (matches.length <= MAX_COUNTED) return readSortedPage(db, source, { params: ordered, matches });
  const where = params.whereInOrder ?? params.where;
  if (isInOrder) return readKeysetPage(db, source, { ...ordered, where, isOverCounted: true });
  const fallback = params.indexedSorts?.[0];
  if (params.sort !== undefined || position || !fallback) throw tooManyToSort();
  return readKeysetPage(db, source, { ...ordered, where, sort: `-${fallback}`, isOverCounted: true });
}

/** A cursor carries its order: the requested one, or the one that was chosen. Throws 400 for another list's cursor. */
function parsePosition(source: SqlListSource, { cursor = '', sort, searchIndex }: ListParams): PageCursor {
  const position = decodeCursor(cursor);
  const field = sortField(position.sort);
  const isNumber =
    field === 'id' || field === searchIndex?.order?.sort || source.numbers?.includes(field) === true;
  const isFromThisList =
    Object.hasOwn(source.sorts, field) &&
    typeof position.value === (isNumber ? 'number' : 'string') &&
    (sort === undefined || sort === position.sort);
  if (!isFromThisList) throw foreignCursor();
  return position;
}

function isIndexed({ indexedSorts }: ListParams, sort: string): boolean {
  return indexedSorts === undefined || indexedSorts.includes(sortField(sort));
}

function tooManyToSort(): AppError {
  const message = 'Narrow your search to sort by this';
  return new AppError('invalid', `${message}.`, { issues: [{ path: 'sort', message }] });
}
