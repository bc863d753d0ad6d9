import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type SiteVars, siteConstants } from '#web/build/site-vars.ts';
import type { PrecacheEntry } from '#web/driver/worker/precache.ts';
import { bundleClassicScript } from './classic-script.ts';

const WORKER = join(import.meta.dirname, '../driver/worker/driver-sw.ts');
/** Pages redirects /driver.html to /driver: an entry for the former would never be used. */
const DOCUMENT = { fileName: 'driver.html', url: '/driver' };

/** Writes the service worker of drivers to /driver-sw.js, with the list of what it stores: this build's files. */
export function driverWorker(vars: SiteVars): Plugin {
  return {
    name: 'site-driver-worker',
    apply: 'build',
    // After Vite's plugin that completes the document.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const source = await bundleClassicScript(WORKER, {
          ...siteConstants(vars),
          __PRECACHE__: JSON.stringify(precacheEntries(bundle)),
        });
        this.emitFile({ type: 'asset', fileName: 'driver-sw.js', source });
      },
    },
  };
}

/** Throws if the bundle has no document. */
export function precacheEntries(bundle: Rolldown.OutputBundle): PrecacheEntry[] {
  const page = bundle[DOCUMENT.fileName];
  if (page?.type !== 'asset') throw new Error(`The build has no ${DOCUMENT.fileName}.`);
  const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
  const files = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
  return [
    { url: DOCUMENT.url, revision },
    ...files.sort().map((file) => ({ url: `/${file}`, revision: null })),
  ];
}
