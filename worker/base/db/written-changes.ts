import type { LiveChange, LiveEntity } from '#contract/live.ts';

export type WrittenChange = Pick<LiveChange, 'entity' | 'id' | 'version' | 'actorId'>;

/** What a write of a table changes for staff. `history` is not here: its rows name their subject. */
export const TABLE_ENTITIES: Readonly<Record<string, LiveEntity>> = {
  bookings: 'booking',
  attention: 'booking',
  text_consents: 'booking',
  text_messages: 'booking',
  text_replies: 'booking',
  email_bounces: 'booking',
  dump_fees: 'booking',
  price_additions: 'booking',
  // Which client bookings belong to.
  client_aliases: 'booking',
  transactions: 'payment',
  payment_operations: 'payment',
  refund_parts: 'payment',
  pay_links: 'payment',
  jobs: 'job',
  driver_routes: 'route',
  driver_route_stops: 'route',
  driver_actions: 'route',
  driver_conflicts: 'route',
  arrival_windows: 'route',
  delivery_photos: 'route',
  truck_repairs: 'route',
  // Drives are computed from the places of addresses.
  geocodes: 'route',
  dispatch_settings: 'dispatch_settings',
  trucks: 'truck',
  sites: 'site',
  // Both change the routes of their day.
  site_day_hours: 'route',
  day_absences: 'route',
  checkouts: 'hold',
  checkout_revisions: 'hold',
  dumpsters: 'dumpster',
  dumpster_schedule: 'dumpster',
  unit_locations: 'dumpster',
  users: 'user',
  outbox: 'notification',
  reconciliation_issues: 'reconciliation',
  rate_cards: 'catalog',
  rental_options: 'catalog',
  dumpster_sizes: 'catalog',
  materials: 'catalog',
  project_presets: 'catalog',
  rates: 'catalog',
  charge_items: 'catalog',
  zones: 'catalog',
  zone_zips: 'catalog',
  tax_rules: 'catalog',
  catalog_rules: 'catalog',
  catalog_sections: 'catalog',
  business_profile: 'business',
  business_logos: 'business',
  booking_pause: 'pause',
  blackout_days: 'blackout_day',
  terms_versions: 'terms',
  messages: 'message',
  message_mentions: 'message',
  route_messages: 'route_message',
  saved_views: 'saved_view',
  bulk_actions: 'bulk_action',
  bulk_action_rows: 'bulk_action',
};

const WRITE = /^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM|REPLACE\s+INTO)\s+["`]?(\w+)/i;

/**
 * A session of the database that reports what its committed writes changed: by the table of each statement, and exactly
 * where a statement returns its rows (an entry of the history; `RETURNING id, version`). Every write of the Worker goes through
 * it, so no feature can forget to report.
 */
export function reportWrites(
  session: D1DatabaseSession,
  report: (changes: WrittenChange[]) => void,
): Pick<D1DatabaseSession, 'prepare' | 'batch'> {
  const tables = new WeakMap<object, string>();
  /** Only writes are wrapped: most statements read. */
  const wrapped = (statement: D1PreparedStatement, table: string): D1PreparedStatement => {
    const reporting =
      <Args extends unknown[], Result>(
        run: (...args: Args) => Promise<Result>,
        rows: (result: Result) => Rows,
      ) =>
      async (...args: Args) => {
        const result = await run.apply(statement, args);
        report(listWrittenChanges([{ table, rows: rows(result) }]));
        return result;
      };
    const proxy = new Proxy(statement, {
      get(target, name) {
        switch (name) {
          case 'bind':
            return (...values: unknown[]) => wrapped(target.bind(...values), table);
          case 'run':
            return reporting(target.run, rowsOf);
          case 'all':
            return reporting(target.all, rowsOf);
          // Its rows have no names, so they only say that something was written.
          case 'raw':
            return reporting(target.raw as () => Promise<unknown[]>, (rows) => rows.map(() => ({})));
          default:
            return Reflect.get(target, name);
        }
      },
    });
    tables.set(proxy, table);
    return proxy;
  };
  return {
    prepare(text) {
      const statement = session.prepare(text);
      const table = WRITE.exec(text)?.[1];
      return table && (table === 'history' || TABLE_ENTITIES[table]) ? wrapped(statement, table) : statement;
    },
    async batch<T>(statements: D1PreparedStatement[]) {
      const results = await session.batch<T>(statements);
      const writes = results.flatMap((result, index) => {
        const table = tables.get(statements[index] ?? {});
        return table ? [{ table, rows: rowsOf(result) }] : [];
      });
      report(listWrittenChanges(writes));
      return results;
    },
  };
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows that a write returned; one without fields if it wrote rows and returned none. */
function rowsOf({ results, meta }: D1Result<unknown>): Rows {
  if (results?.length > 0) return results as Rows;
  return meta.changes > 0 ? [{}] : [];
}

/** A new version that names its subject replaces the changes of the same entity that name none. */
function listWrittenChanges(writes: readonly { table: string; rows: Rows }[]): WrittenChange[] {
  const changes = writes.flatMap(({ table, rows }) => rows.flatMap((row) => changeOf(table, row) ?? []));
  const named = new Set(changes.flatMap(({ entity, version }) => (version === null ? [] : [entity])));
  return changes.filter(({ entity, id }) => id !== null || !named.has(entity));
}

function changeOf(table: string, row: Readonly<Record<string, unknown>>): WrittenChange | null {
  const of = (name: string) => (Number.isInteger(row[name]) ? (row[name] as number) : null);
  if (table === 'history') {
    const entity = row.subject as LiveEntity | undefined;
    return entity ? { entity, id: of('subject_id'), version: of('version'), actorId: of('actor_id') } : null;
  }
  const entity = TABLE_ENTITIES[table];
  return entity ? { entity, id: of('id'), version: of('version'), actorId: null } : null;
}
