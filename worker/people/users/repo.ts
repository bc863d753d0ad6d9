import { type SQL, sql } from 'drizzle-orm';
import type { Role } from '#domain/accounts/access.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { SelectedRow } from '#worker/base/db/rows.ts';
import { users } from '#worker/base/db/schema/users.ts';
import type { ListPage, ListParams } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import type { UserColumns } from '#worker/people/auth/repo.ts';

const LISTED_FIELDS = {
  id: users.id,
  username: users.username,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  role: users.role,
  isActive: users.isActive,
};
export type ListedUser = SelectedRow<typeof LISTED_FIELDS>;

const SOURCE = {
  from: sql`users`,
  fields: LISTED_FIELDS,
  id: sql`id`,
  sorts: {
    id: sql`id`,
    username: sql`lower(username)`,
    email: sql`coalesce(lower(email), '')`,
    lastName: sql`coalesce(lower(last_name), '')`,
    role: sql`role`,
  },
  defaultSort: 'id',
};

export type UserFilter = {
  search?: string | undefined;
  role?: Role | undefined;
  isActive?: boolean | undefined;
  isTeam?: boolean;
};

export function pageOfUsers(
  db: Db,
  filter: UserFilter,
  request: Omit<ListParams, 'where'>,
): Promise<ListPage<ListedUser>> {
  const where: SQL[] = [];
  if (filter.isTeam) where.push(sql`role IN ('admin', 'super_admin')`);
  if (filter.role) where.push(sql`role = ${filter.role}`);
  if (filter.isActive !== undefined) where.push(sql`is_active = ${filter.isActive ? 1 : 0}`);
  if (filter.search) where.push(matches(filter.search));
  return readPage(db, SOURCE, { ...request, where });
}

export function insertUser(
  db: Db,
  row: Omit<UserColumns, 'isActive'> & { createdAt: number; createdBy: number },
) {
  return db.insert(users).values(row);
}

/** The id of the account with a username, inside a statement of the same batch. */
export function userIdOf(username: string): SQL {
  return sql`(SELECT id FROM users WHERE lower(username) = lower(${username}))`;
}

/**
 * Finds text anywhere in the username, e-mail, names and role of an account. Not LIKE: D1 limits its patterns to 50
 * bytes.
 */
function matches(search: string): SQL {
  const columns = [sql`username`, sql`email`, sql`first_name`, sql`last_name`, sql`role`];
  const tests = columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`);
  return sql`(${sql.join(tests, sql` OR `)})`;
}
