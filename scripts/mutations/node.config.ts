import { defineConfig } from 'vitest/config';
import { readRandomRuns } from '#scripts/verify/random-runs.ts';
import { readSiteVars, siteConstants } from '#web/build/site-vars.ts';

/** The tests that need nothing but Node, without the projects that take longer to start than these tests run. */
export default defineConfig({
  define: siteConstants(readSiteVars()),
  test: {
    include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/driver/**/*.test.ts'],
    provide: { randomRuns: readRandomRuns(process.env) },
    isolate: false,
    testTimeout: 120_000,
  },
});
