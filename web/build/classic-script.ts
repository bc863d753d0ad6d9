import { createHash } from 'node:crypto';
import { build } from 'vite';

/** Builds a classic script. Its file name contains a hash of its content. */
export async function buildClassicScript(input: string, name: string) {
  const source = await bundleClassicScript(input);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.js`, source };
}

/** Returns the text of a classic script with its imports bundled. `define`: constants that replace their names. */
export async function bundleClassicScript(
  input: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define,
    build: {
      write: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .find((f) => f.type === 'chunk');
  if (!chunk) throw new Error(`Vite built no script from ${input}`);
  return chunk.code;
}
