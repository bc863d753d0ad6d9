import { join } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { build } from 'vite';
import { configured } from '../local/platform-workers.ts';

/** bare.ts on the product's own database, reached directly at /bare/. */
export async function bareWorker(root: string): Promise<V4WorkerOptions> {
  const { compatibilityDate, d1Databases } = configured(root);
  return {
    name: 'bare',
    modules: [{ type: 'ESModule', path: 'bare.js', contents: await bundled(root) }],
    routes: ['localhost/bare/*'],
    ...(compatibilityDate && { compatibilityDate }),
    ...(d1Databases && { d1Databases }),
  };
}

async function bundled(root: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'webworker' },
    build: { write: false, ssr: join(root, 'scripts', 'bench', 'bare.ts') },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .find((f) => f.type === 'chunk');
  if (!chunk) throw new Error('The bare Worker was not built.');
  return chunk.code;
}
