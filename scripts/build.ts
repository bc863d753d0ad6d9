import { relative } from 'node:path';
import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';

/** Leaves the production site in web/dist and what is deployed beside it in dist/. */
await runCommand(() =>
  withBundle(ROOT, async ({ siteDir }) => {
    console.log(`The production site is in ${relative(ROOT, siteDir)}.`);
  }),
);
