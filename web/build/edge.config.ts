import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readBuildVars, siteConstants } from '#web/build/site-vars.ts';

const vars = readBuildVars();
const ROOT = join(import.meta.dirname, '..', '..');

/** Builds dist/edge/render.js for the Pages function: wrangler's own bundler knows neither Vite's constants nor its assets. */
export default defineConfig({
  root: ROOT,
  plugins: [react()],
  define: {
    ...siteConstants(vars),
    __BUILD__: JSON.stringify(readBuildId()),
    'process.env.NODE_ENV': '"production"',
  },
  ssr: { noExternal: true, target: 'webworker' },
  resolve: { conditions: ['workerd', 'edge-light', 'module', 'import', 'default'] },
  build: {
    ssr: join(import.meta.dirname, 'edge-render.tsx'),
    outDir: 'dist/edge',
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
});

/** Set by scripts/production/bundle.ts. */
function readBuildId(): string {
  const { BUILD_ID } = process.env;
  if (!BUILD_ID) throw new Error('BUILD_ID is not set: build with npm run build');
  return BUILD_ID;
}
