import * as z from 'zod/mini';
import { DAY_PRESETS } from '#domain/shared/day-presets.ts';
import { listClients } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';
import { rowNumber } from './lists.ts';
import { listBookings } from './staff-bookings.ts';
import { listTransactions } from './transactions.ts';

/** The lists that have saved views. Each is read with office:read, and so are its shared views. */
export const SAVED_VIEW_LISTS = ['bookings', 'clients', 'transactions'] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

/** Views of one list that an account can have. */
export const MAX_SAVED_VIEWS = 100;

const PAGING = { limit: true, cursor: true } as const;

/**
 * What a view of a list can hold: the search, the filters and the order of the list's own call. `deliveryPreset` stands
 * for days that are counted from the day on which the view is opened, in place of deliveryDate, -From and -To.
 */
export const SAVED_VIEW_QUERIES = {
  bookings: z.extend(z.omit(listBookings.query, PAGING), {
    deliveryPreset: z.optional(z.enum(DAY_PRESETS, 'There is no such preset')),
  }),
  clients: z.omit(listClients.query, PAGING),
  transactions: z.omit(listTransactions.query, PAGING),
} as const satisfies Readonly<Record<SavedViewList, z.ZodMiniType>>;

const viewName = line('Enter a name', 60);
const query = z.record(z.string(), z.string('Must be text'), 'Must be the query of the list');
const columns = z.nullable(
  z
    .array(
      z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, 'There is no such column')),
      'Must be a list of columns',
    )
    .check(z.maxLength(50, 'Must be at most 50 columns')),
);
const isShared = z.boolean('Must be true or false');
const list = z.enum(SAVED_VIEW_LISTS, 'There is no such list');

export const savedView = z.object({
  id: z.int(),
  list,
  name: z.string(),
  query: z.record(z.string(), z.string()),
  /** The shown columns; null: the ones that the user has chosen for the list. */
  columns: z.nullable(z.array(z.string())),
  isShared: z.boolean(),
  /** Whether the caller made it and can change it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** Incremented by every change: the ETag. */
  version: z.int(),
});
export type SavedView = z.output<typeof savedView>;

const byId = z.strictObject({ id: rowNumber });

export const listSavedViews = endpoint({
  name: 'listSavedViews',
  method: 'GET',
  path: '/api/saved-views',
  access: 'office:read',
  query: z.strictObject({ list }),
  reply: z.array(savedView),
});

export const createSavedView = endpoint({
  name: 'createSavedView',
  method: 'POST',
  path: '/api/saved-views',
  access: 'office:read',
  body: z.strictObject({ list, name: viewName, query, columns, isShared }),
  status: 201,
  reply: savedView,
});

export const updateSavedView = endpoint({
  name: 'updateSavedView',
  method: 'PATCH',
  path: '/api/saved-views/:id',
  access: 'office:read',
  params: byId,
  body: z.strictObject({
    name: z.optional(viewName),
    query: z.optional(query),
    columns: z.optional(columns),
    isShared: z.optional(isShared),
  }),
  reply: savedView,
});

export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/api/saved-views/:id',
  access: 'office:read',
  params: byId,
  status: 204,
  reply: z.undefined(),
});
