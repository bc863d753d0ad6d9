import { env } from 'cloudflare:workers';

/** While this row exists, rows that are kept for ever can be deleted. Only startOver() writes it, in one batch. */
const EMPTYING = 'emptying';
export const START_EMPTYING = `INSERT INTO cursors (name, reached_at) VALUES ('${EMPTYING}', 0)`;

/**
 * Replaces the triggers that refuse a DELETE by equal ones which yield to startOver(). Does nothing where that was done
 * since the migrations.
 */
export async function letGuardsYield(): Promise<void> {
  const { results: guards } = await env.DB.prepare(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%!_no!_delete' ESCAPE '!'
       AND sql NOT LIKE '%''${EMPTYING}''%'`,
  ).all<{ name: string; sql: string }>();
  if (guards.length === 0) return;
  await env.DB.batch(
    guards
      .flatMap(({ name, sql }) => [`DROP TRIGGER ${name}`, yielding(name, sql)])
      .map((statement) => env.DB.prepare(statement)),
  );
}

function yielding(name: string, sql: string): string {
  const changed = sql.replace(
    /RAISE\(ABORT, '[^']*'\)/,
    `$& WHERE NOT EXISTS (SELECT 1 FROM cursors WHERE name = '${EMPTYING}')`,
  );
  if (changed === sql) throw new Error(`${name} raises no error`);
  return changed;
}
