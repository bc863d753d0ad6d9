import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildClassicScript } from './classic-script.ts';

const SCRIPT = join(import.meta.dirname, '../office/preload.ts');

/** Puts web/office/preload.ts into the head of the back office. */
export function preloadScript(): Plugin {
  let script: { fileName: string; source: string };
  return {
    name: 'site-preload',
    apply: 'build',
    async buildStart() {
      script = await buildClassicScript(SCRIPT, 'preload');
      this.emitFile({ type: 'asset', ...script });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => {
        const attrs = { src: `/${script.fileName}`, async: true, fetchpriority: 'high' };
        return [{ tag: 'script', attrs, injectTo: 'head' }];
      },
    },
  };
}
