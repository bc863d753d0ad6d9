import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { OFFICE_PAGES } from './chunks.ts';
import { buildClassicScript } from './classic-script.ts';

const SCRIPT = join(import.meta.dirname, '../office/preload.ts');

/** Puts web/office/preload.ts into the head of the back office, with the files of the pages that staff open most. */
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
      handler: (html, { bundle = {} }) => {
        const pages = Object.entries(OFFICE_PAGES).map(([name, page]) => [
          name,
          listFiles(bundle, page).filter((file) => !html.includes(file)),
        ]);
        const attrs = {
          src: `/${script.fileName}`,
          async: true,
          fetchpriority: 'high',
          'data-pages': JSON.stringify(Object.fromEntries(pages)),
        };
        return [{ tag: 'script', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** The URLs of the file of a module, and of all that it imports. */
export function listFiles(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const [page] = chunks.filter(({ facadeModuleId }) => facadeModuleId === module);
  if (!page) throw new Error(`The build has no file for ${module}`);
  const files = new Set([page.fileName]);
  for (const file of files) {
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  }
  return [...files].map((file) => `/${file}`);
}
