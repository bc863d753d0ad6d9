import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#domain/roles.ts';
import { NO_RESET } from '#worker/auth/repo.ts';
import type { Db } from '#worker/db/client.ts';
import { users } from '#worker/db/schema/users.ts';
import { type ListRequest, type Page, readPage } from '#worker/lists/repo.ts';

export type User = typeof users.$inferSelect;
export type UserFields = Pick<
  User,
  'username' | 'email' | 'firstName' | 'lastName' | 'phone' | 'role' | 'password' | 'isActive'
>;
export type ListedUser = Omit<User, 'password' | 'passwordResetToken' | 'passwordResetExpires'>;

const SOURCE = {
  from: sql`users`,
  columns: sql`id, username, email, first_name AS firstName, last_name AS lastName, phone, role, is_active AS isActive`,
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

export async function pageOfUsers(
  db: Db,
  filter: UserFilter,
  request: Omit<ListRequest, 'where'>,
): Promise<Page<ListedUser>> {
  const where: SQL[] = [];
  if (filter.isTeam) where.push(sql`role IN ('admin', 'super_admin')`);
  if (filter.role) where.push(sql`role = ${filter.role}`);
  if (filter.isActive !== undefined) where.push(sql`is_active = ${filter.isActive ? 1 : 0}`);
  if (filter.search) where.push(matches(filter.search));
  const page = await readPage<ListedUser>(db, SOURCE, { ...request, where });
  return { ...page, rows: page.rows.map((row) => ({ ...row, isActive: Boolean(row.isActive) })) };
}

export async function findUser(db: Db, id: number): Promise<User | null> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  return rows[0] ?? null;
}

export function insertUser(
  db: Db,
  row: Omit<UserFields, 'isActive'> & { createdAt: number; createdBy: number },
) {
  return db.insert(users).values(row);
}

/** The number of the account of a name, inside a statement of the same batch. */
export function userIdOf(username: string): SQL {
  return sql`(SELECT id FROM users WHERE lower(username) = lower(${username}))`;
}

/** Changes an account that is still at the version that was read; a reset link under way ends with its address. */
export function updateUser(db: Db, user: Pick<User, 'id' | 'version'>, changes: Partial<UserFields>) {
  const endsLink = ENDS_LINK.some((field) => changes[field] !== undefined);
  return db
    .update(users)
    .set({ ...changes, ...(endsLink ? NO_RESET : {}), version: user.version + 1 })
    .where(and(eq(users.id, user.id), eq(users.version, user.version)));
}

const ENDS_LINK = ['username', 'password', 'email', 'isActive'] as const;

/** Whether somebody else could still manage the others. */
export async function hasOtherSuperAdmin(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.isActive, true), ne(users.id, id)))
    .limit(1);
  return rows.length > 0;
}

/**
 * True in the batch of a change once it has been made, and when others were ahead of it: then the entry that it
 * conditions is a second one of the version, and the whole batch is refused.
 */
export function hasVersion(id: number, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND version >= ${version})`;
}

/** Text anywhere in what people know of an account. Not by LIKE: D1 takes patterns of up to 50 bytes only. */
function matches(search: string): SQL {
  const columns = [sql`username`, sql`email`, sql`first_name`, sql`last_name`, sql`role`];
  const tests = columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`);
  return sql`(${sql.join(tests, sql` OR `)})`;
}
