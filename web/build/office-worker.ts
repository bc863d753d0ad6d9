import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundleClassicScript } from './classic-script.ts';

const WORKER = join(import.meta.dirname, '../office/admin-sw.ts');

/** Writes the service worker of the back office to /admin-sw.js. */
export function officeWorker(): Plugin {
  return {
    name: 'site-office-worker',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'admin-sw.js', source: await bundleClassicScript(WORKER) });
    },
  };
}
