import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURES_QUERY, REBUILD_STATEMENTS } from '#worker/db/summaries/rebuild.ts';
import { runCommand } from './command.ts';
import { askControl } from './local/control.ts';
import { stateDirOf } from './local/settings.ts';
import { ROOT } from './root.ts';
import { runOrThrow } from './run.ts';
import { type Figure, type Rebuilt, rebuildReport, rowsOfJson } from './summaries-report.ts';
import { OFFLINE_NOTICE } from './target.ts';

/** Recomputes clients, totals and search words in production, or with --local in the running local system. */
await runCommand(async () => {
  const rebuild = process.argv.includes('--local') ? rebuildLocally : rebuildRemotely;
  console.log(rebuildReport(await rebuild()));
});

function rebuildLocally(): Promise<Rebuilt> {
  return askControl<Rebuilt>(stateDirOf(process.env, ROOT), 'summaries');
}

async function rebuildRemotely(): Promise<Rebuilt> {
  const folder = mkdtempSync(join(tmpdir(), 'summaries-'));
  const file = join(folder, 'rebuild.sql');
  try {
    console.log(OFFLINE_NOTICE);
    const before = await remoteFigures();
    writeFileSync(file, `${REBUILD_STATEMENTS.join(';\n')};\n`);
    await execute(['--file', file]);
    return { before, after: await remoteFigures() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function remoteFigures(): Promise<Figure[]> {
  return rowsOfJson(await execute(['--json', '--command', FIGURES_QUERY]));
}

function execute(options: string[]): Promise<string> {
  return runOrThrow(['wrangler', 'd1', 'execute', 'DB', '--remote', '--yes', ...options], { cwd: ROOT });
}
