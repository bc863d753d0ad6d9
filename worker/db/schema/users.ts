import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ROLES } from '#domain/access.ts';
import { createdAt, instantMs, rowId } from './columns.ts';

/** Accounts. `password` and `password_reset_token` hold hashes only. */
export const users = sqliteTable(
  'users',
  {
    id: rowId(),
    username: text('username').notNull(),
    password: text('password').notNull(),
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: text('phone'),
    role: text('role', { enum: ROLES }).notNull().default('customer'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    passwordResetToken: text('password_reset_token'),
    passwordResetExpires: instantMs('password_reset_expires'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references((): AnySQLiteColumn => users.id),
    /** Goes up with every change that staff make: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_password_reset_token').on(table.passwordResetToken),
  ],
);
