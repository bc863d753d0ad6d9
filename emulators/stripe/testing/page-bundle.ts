import { join } from 'node:path';
import { build } from 'vite';

/** The shop page's script, bundled as the production build would. */
export async function checkoutPageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'checkout-page.ts'), formats: ['es'], fileName: 'page' },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  const chunk = chunks.find((one) => one.type === 'chunk');
  if (!chunk) throw new Error('The test page could not be bundled.');
  return chunk.code;
}
