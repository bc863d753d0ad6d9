import { sql } from 'drizzle-orm';
import { blob, check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LEGAL_TEXTS } from '#domain/rental/terms.ts';
import { createdAt, dayColumn, instantMs } from './columns.ts';
import { users } from './users.ts';

/**
 * What customers see of the business. One row, inserted from [vars] at the first start; changes take effect at once.
 */
export const businessProfile = sqliteTable(
  'business_profile',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Shown to customers, and the Reply-To of e-mails. */
    email: text('email').notNull(),
    yardAddress: text('yard_address').notNull().default(''),
    creditName: text('credit_name').notNull(),
    creditUrl: text('credit_url').notNull(),
    openingHours: text('opening_hours').notNull().default(''),
    accent: text('accent').notNull().default('yellow'),
    /** SHA-256 of the logo in business_logos; null: the name is shown as text. */
    logoHash: text('logo_hash').references(() => businessLogos.hash),
    /** https origins that may show the public page in a frame. */
    frameOrigins: text('frame_origins', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Incremented by every change: the ETag. */
    version: integer('version').notNull().default(1),
    /** Whether a new booking e-mails the business. */
    emailNewBookings: integer('email_new_bookings', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [check('business_profile_one_row', sql`${table.id} = 1`)],
);

/** Logos by the SHA-256 of their content, which never changes; at most 100 kB. */
export const businessLogos = sqliteTable(
  'business_logos',
  {
    hash: text('hash').primaryKey(),
    mediaType: text('media_type', { enum: ['image/svg+xml', 'image/png'] }).notNull(),
    content: blob('content', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('business_logos_size', sql`length(${table.content}) BETWEEN 1 AND 102400`)],
);

/** Every published version of the terms and of the privacy policy; the newest is current. Triggers refuse changes. */
export const termsVersions = sqliteTable(
  'terms_versions',
  {
    type: text('type', { enum: LEGAL_TEXTS }).notNull(),
    version: text('version').notNull(),
    markdown: text('markdown').notNull(),
    /** The markdown as HTML, without any HTML of its author. */
    html: text('html').notNull(),
    publishedAt: instantMs('published_at').notNull(),
    /** Null for the first version. */
    publishedBy: integer('published_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.type, table.version] })],
);

/** Days without deliveries and pickups. */
export const blackoutDays = sqliteTable(
  'blackout_days',
  {
    day: text('day').primaryKey(),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
  },
  (table) => [dayColumn('blackout_days_day', table.day)],
);

/** 'Pause online booking'. One row. */
export const bookingPause = sqliteTable(
  'booking_pause',
  {
    id: integer('id').primaryKey(),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull().default(false),
    /** The text that customers see while booking is paused. */
    text: text('text').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [check('booking_pause_one_row', sql`${table.id} = 1`)],
);

/** How often a ZIP code outside the service area was asked for, by day. No address of a customer. */
export const declinedZips = sqliteTable(
  'declined_zips',
  {
    zip: text('zip').notNull(),
    day: text('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.zip, table.day] }), dayColumn('declined_zips_day', table.day)],
);
