import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '#scripts/lock.mjs';

/**
 * The folder `platform` of a state whose database has only the migrations. Applying them takes a second, so the result
 * is kept until a migration changes.
 */
export async function migratedPlatform(root: string): Promise<string> {
  const made = join(root, '.cache', `migrated-${hashMigrations(join(root, 'migrations'))}`);
  if (existsSync(made)) return made;
  return withLock(join(root, '.cache', 'migrated.lock'), async () => {
    if (existsSync(made)) return made;
    // Loads Miniflare, which callers otherwise do without.
    const { makeEmptyDatabase } = await import('#scripts/bench/business/database.ts');
    const making = `${made}-making`;
    rmSync(making, { recursive: true, force: true });
    await makeEmptyDatabase(making, root);
    renameSync(making, made);
    return made;
  });
}

function hashMigrations(dir: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(dir).filter((name) => name.endsWith('.sql'));
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(dir, name)));
  return hash.digest('hex').slice(0, 16);
}
