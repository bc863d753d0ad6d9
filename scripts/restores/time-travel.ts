import { ROOT } from '../root.ts';
import { runOrThrow } from '../run.ts';
import type { Target } from '../target.ts';
import { assertMaintenance, stopStatement } from './maintenance.ts';

/** The key in FLAGS while Time Travel runs: the instant, then the bookmark from before. It is outside the database. */
export const TRAVEL_KEY = 'time-travel';

/** Throws if Time Travel began and the database has no row of its end yet. */
export async function assertTravelled(target: Target): Promise<void> {
  const [instant] = (await target.readFlag(TRAVEL_KEY))?.split(' ') ?? [];
  if (!instant) return;
  throw new Error(
    `A restore was interrupted: run npm run restore -- --time-travel ${instant} again. If you have undone it, end it with npm run maintenance -- off --anyway.`,
  );
}

/** An instant with its zone: without one, JavaScript would read it in the time zone of this machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Takes the database back to an instant by D1's Time Travel, and tells the Worker. A local system has no Time Travel:
 * its database file must have been replaced by a copy of that instant.
 */
export async function restoreByTimeTravel(target: Target, instant: string): Promise<void> {
  const restoredToMs = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  if (!(restoredToMs < Date.now())) {
    throw new Error(`'${instant}' is no past instant: write it like 2026-11-21T14:00:00Z.`);
  }
  await assertMaintenance(target);
  if (target.environment === 'local') console.log(NO_TRAVEL);
  else await travel(target, new Date(restoredToMs).toISOString());
  await target.update([
    // The database is that of an instant before maintenance.
    stopStatement(Date.now()),
    `INSERT INTO restores (source, restored_at_ms, restored_to_ms) VALUES ('time_travel', ${Date.now()}, ${restoredToMs})`,
  ]);
  await target.writeFlag(TRAVEL_KEY, null);
}

const NO_TRAVEL =
  'A local system has no Time Travel. Its database file must have been replaced by a copy of that instant (docs/runbook.md, On this machine).';

async function travel(target: Target, instant: string): Promise<void> {
  const d1 = (...command: string[]) => {
    const options = target.environment === 'preview' ? ['--env', 'preview'] : [];
    return runOrThrow(['wrangler', 'd1', ...command, ...options], { cwd: ROOT });
  };
  // A repeated command keeps the bookmark from before the first one.
  const [, known] = (await target.readFlag(TRAVEL_KEY))?.split(' ') ?? [];
  const bookmark = known ?? parseBookmark(await d1('time-travel', 'info', 'DB', '--json'));
  await target.writeFlag(TRAVEL_KEY, `${instant} ${bookmark}`);
  console.log(`To undo the restore: npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`);
  // With --json wrangler asks nothing; the operator has decided by the command.
  await d1('time-travel', 'restore', 'DB', `--timestamp=${instant}`, '--json');
  // The instant can be older than a migration.
  await d1('migrations', 'apply', 'DB', '--remote');
}

function parseBookmark(output: string): string {
  const bookmark = /"bookmark":\s*"([^"]+)"/.exec(output)?.[1];
  if (!bookmark) throw new Error(`wrangler printed no bookmark of the database:\n${output.trim()}`);
  return bookmark;
}
