import type { Plugin } from 'vite';
import { buildClassicScript } from '#web/build/documents.ts';

const SCRIPT = new URL('../admin/head-start.ts', import.meta.url).pathname;

/** Puts web/admin/head-start.ts into the head of the back office. */
export function headStart(): Plugin {
  let script: { fileName: string; source: string };
  return {
    name: 'site-head-start',
    apply: 'build',
    async buildStart() {
      script = await buildClassicScript(SCRIPT, 'head-start');
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
