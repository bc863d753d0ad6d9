import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { bundleClassicScript } from '#web/build/documents.ts';

const SCRIPT = new URL('../embed/main.ts', import.meta.url).pathname;
/** Raised with every change of web/embed that the owner of a host page may notice. */
const VERSION = '1.1.0';
const MAX_GZIP_BYTES = 2000;

/** Emits /embed.js: it keeps its address, because other people's pages name it. */
export function embedScript(): Plugin {
  return {
    name: 'site-embed-script',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await buildEmbedScript() });
    },
  };
}

/** The text of /embed.js, its version in the first line. Throws when it exceeds 2 kB gzip. */
export async function buildEmbedScript(): Promise<string> {
  const source = `/* Dumpster booking embed.js ${VERSION} */\n${await bundleClassicScript(SCRIPT)}`;
  const bytes = gzipSync(source).length;
  if (bytes > MAX_GZIP_BYTES) throw new Error(`embed.js is ${bytes} bytes gzip, over ${MAX_GZIP_BYTES}`);
  return source;
}
