import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from '#web/build/budgets.ts';
import { documents } from '#web/build/documents.ts';
import { headers } from '#web/build/headers.ts';
import { readSiteVars, siteConstants } from '#web/build/site-vars.ts';

const vars = readSiteVars();
const DOCUMENTS = ['index', 'payment-success', 'admin', 'terms', 'privacy', '404'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), documents(vars), headers(vars), budgets()],
  define: siteConstants(vars),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(DOCUMENTS.map((name) => [name, `${import.meta.dirname}/${name}.html`])),
    },
  },
});
