import { relative } from 'node:path';
import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';

/** Writes the production site to web/dist and the other deployed files to dist/. */
await runCommand(() =>
  withBundle(ROOT, async ({ siteDir }) => {
    console.log(`The production site is in ${relative(ROOT, siteDir)}.`);
  }),
);
