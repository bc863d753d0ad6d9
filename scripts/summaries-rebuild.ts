import { FIGURES_QUERY, REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { runCommand } from './command.ts';
import { type Figure, rebuildReport } from './summaries-report.ts';
import { openTarget } from './target.ts';

/** Recomputes clients, totals and search words. scripts/target.ts says on which system. */
await runCommand(async () => {
  const target = openTarget(process.argv.slice(2));
  const before = await target.query<Figure>(FIGURES_QUERY);
  await target.execute(REBUILD_STATEMENTS);
  const after = await target.query<Figure>(FIGURES_QUERY);
  console.log(rebuildReport({ before, after }));
});
