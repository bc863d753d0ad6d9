import { relative } from 'node:path';
import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';

/** Writes the production site (--preview: the one of staging) to web/dist and the other deployed files to dist/. */
await runCommand(() => {
  const environment = process.argv.includes('--preview') ? 'preview' : 'production';
  return withBundle(
    ROOT,
    async ({ siteDir }) => {
      const name = environment === 'preview' ? 'staging' : 'production';
      console.log(`The ${name} site is in ${relative(ROOT, siteDir)}.`);
    },
    { environment },
  );
});
