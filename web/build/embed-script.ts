import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { bundleClassicScript } from '#web/build/classic-script.ts';

const SCRIPT = join(import.meta.dirname, '../public/embed/main.ts');
/** Increase it with every visible change of web/public/embed. */
const VERSION = '1.2.0';
const MAX_GZIP_BYTES = 2000;

/** Emits /embed.js. Its URL never changes, because other sites use it. */
export function embedScript(): Plugin {
  return {
    name: 'site-embed-script',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await buildEmbedScript() });
    },
  };
}

/** Returns the text of /embed.js with its version in the first line. Throws if it exceeds 2 kB gzip. */
export async function buildEmbedScript(): Promise<string> {
  const source = `/* Dumpster booking embed.js ${VERSION} */\n${await bundleClassicScript(SCRIPT)}`;
  const bytes = gzipSync(source).length;
  if (bytes > MAX_GZIP_BYTES) throw new Error(`embed.js is ${bytes} bytes gzip, over ${MAX_GZIP_BYTES}`);
  return source;
}
