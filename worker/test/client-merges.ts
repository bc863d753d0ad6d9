import fc from 'fast-check';

/** The keys of the clients in the random lives of bookings (worker/base/db/summaries/exactness.test.ts). */
const clientKey = fc.constantFrom('ada@x.com', 'bob@y.org', 'carol@z.net', '5550100199');

/** Merges a client, moves what is merged into it to another, or separates it; nothing where triggers would refuse it. */
const SQL_OF_CHANGES = [
  `INSERT INTO client_aliases (alias_key, client_key, created_at) SELECT ?1, ?2, 1
   WHERE ?1 <> ?2 AND NOT EXISTS (SELECT 1 FROM client_aliases WHERE alias_key IN (?1, ?2) OR client_key = ?1)`,
  `UPDATE client_aliases SET client_key = ?2
   WHERE client_key = ?1 AND alias_key <> ?2 AND NOT EXISTS (SELECT 1 FROM client_aliases WHERE alias_key = ?2)`,
  'DELETE FROM client_aliases WHERE alias_key = ?1 AND client_key <> ?2',
];

export const clientMerge = fc
  .tuple(fc.constantFrom(...SQL_OF_CHANGES), clientKey, clientKey)
  .map(([sql, alias, client]) => ({ sql, values: [alias, client] }));
