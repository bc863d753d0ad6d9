import type { Plugin } from 'vite';

const UNUSED = "throw new Error('The public pages were built without it: see web/build/lean-query.ts');";

/**
 * What TanStack Query's client creates or calls although the public pages only read: no mutation and no infinite
 * query. Each stand-in has the methods that a client without mutations calls.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'mutationCache.js': `export class MutationCache {
  build() { ${UNUSED} }
  findAll() { return []; }
  clear() {}
  resumePausedMutations() { return Promise.resolve(); }
}`,
  'infiniteQueryBehavior.js': `export function infiniteQueryBehavior() { ${UNUSED} }
export function hasNextPage() { ${UNUSED} }
export function hasPreviousPage() { ${UNUSED} }`,
};

/** Leaves mutations and infinite queries out of the public pages. Fails the build if the library has other modules. */
export function leanQuery(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'site-lean-query',
    apply: 'build',
    transform: {
      filter: { id: /\/query-core\/build\/modern\/(mutationCache|infiniteQueryBehavior)\.js$/ },
      handler: (_code, id) => {
        const file = id.slice(id.lastIndexOf('/') + 1);
        replaced.add(file);
        return STAND_INS[file];
      },
    },
    buildEnd(error) {
      const missing = Object.keys(STAND_INS).filter((file) => !replaced.has(file));
      if (!error && missing.length > 0) throw new Error(`TanStack Query has no ${missing.join(', ')}`);
    },
  };
}
