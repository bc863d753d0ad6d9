import { basename } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from '#web/build/budgets.ts';
import { chunkGroups } from '#web/build/chunks.ts';
import { documents, type SitePart } from '#web/build/documents.ts';
import { driverWorker } from '#web/build/driver-worker.ts';
import { embedScript } from '#web/build/embed-script.ts';
import { headers } from '#web/build/headers.ts';
import { officeWorker } from '#web/build/office-worker.ts';
import { preloadScript } from '#web/build/preload.ts';
import { readBuildVars, siteConstants } from '#web/build/site-vars.ts';

const vars = readBuildVars();

/**
 * Four builds into one folder: what customers load, with `--mode office` the back office, with `--mode draft` the preview
 * of a draft, and with `--mode driver` the page of drivers. In one build they would share chunks, and customers would
 * download what only staff need.
 */
const DOCUMENTS = {
  public: ['index', 'payment-success', 'pay', 'terms', 'privacy', '404'],
  office: ['admin'],
  draft: ['admin/preview'],
  driver: ['driver'],
};

const STARTS = /^(?:libraries|office|rolldown-runtime)$/;
const ALWAYS_LOADED = /^assets\/(?:libraries|office|rolldown-runtime)-/;

export default defineConfig(({ mode }) => {
  const part = partOf(mode);
  return {
    root: import.meta.dirname,
    publicDir: 'assets',
    plugins: [
      react(),
      tailwindcss(),
      documents(vars, part),
      part === 'public' && [headers(vars), embedScript()],
      part === 'office' && [preloadScript(), officeWorker()],
      part === 'driver' && driverWorker(vars),
      budgets(),
    ],
    define: siteConstants(vars),
    build: {
      outDir: 'dist',
      emptyOutDir: part === 'public',
      copyPublicDir: part === 'public',
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // A script that the document itself loads is there before anything that is loaded on demand.
        resolveDependencies: (_file, needed, { hostType }) =>
          hostType === 'js' ? needed.filter((file) => !ALWAYS_LOADED.test(file)) : needed,
      },
      rolldownOptions: {
        input: Object.fromEntries(
          DOCUMENTS[part].map((name) => [basename(name), `${import.meta.dirname}/${name}.html`]),
        ),
        output: {
          ...((part === 'public' || part === 'office') && { codeSplitting: { groups: chunkGroups(part) } }),
          // The start of the office lists a hundred files that can follow it: their names would be a kilobyte of it.
          ...(part === 'office' && {
            chunkFileNames: ({ name }) => `assets/${STARTS.test(name) ? '[name]-' : ''}[hash].js`,
          }),
        },
      },
    },
  };
});

function partOf(mode: string): SitePart {
  return mode === 'office' || mode === 'draft' || mode === 'driver' ? mode : 'public';
}
