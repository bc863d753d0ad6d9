import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { ROLES } from '#domain/accounts/access.ts';
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
    /** Set when the account is deactivated, and cleared when it is active again. */
    deactivatedAt: instantMs('deactivated_at'),
    passwordResetToken: text('password_reset_token'),
    passwordResetExpires: instantMs('password_reset_expires'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references((): AnySQLiteColumn => users.id),
    /** Incremented by every change by staff: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_password_reset_token').on(table.passwordResetToken),
  ],
);

/**
 * Links that let one device try a password although its account is limited. They are rows without a token until the e-mail is
 * sent.
 */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The device that asked for the link: the hash of its cookie. */
    deviceHash: text('device_hash').notNull(),
    tokenHash: text('token_hash'),
    createdAt: createdAt(),
    expiresAt: instantMs('expires_at'),
    openedAt: instantMs('opened_at'),
    /** Passwords that were tried with the opened link. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('sign_in_links_token').on(table.tokenHash),
    index('sign_in_links_device').on(table.userId, table.deviceHash),
    index('sign_in_links_created').on(table.createdAt),
  ],
);

/** Devices that signed in before, by the hash of a cookie: failed attempts from elsewhere never lock them out. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    deviceHash: text('device_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);
