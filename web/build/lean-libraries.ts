import type { Plugin } from 'vite';

const UNUSED = "throw new Error('The public pages were built without it: see web/build/lean-libraries.ts');";

/**
 * What TanStack Query creates or calls although the public pages only read, and show failures where they happen: no
 * mutation, no infinite query, no suspense, no error boundary, no stored cache. Their queries also ask for neither the
 * focus nor the connection (web/api/query-client.ts). Each stand-in answers as the module does when a page uses none of
 * it.
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
  'suspense.js': `export function defaultThrowOnError() { ${UNUSED} }
export function ensureSuspenseTimers() {}
export function shouldSuspend({ suspense }) { if (suspense) ${UNUSED} return false; }
export function fetchOptimistic() { ${UNUSED} }`,
  'errorBoundaryUtils.js': `export function ensurePreventErrorBoundaryRetry() {}
export function useClearResetErrorBoundary() {}
export function getHasError({ throwOnError }) { if (throwOnError) ${UNUSED} return false; }`,
  'QueryErrorResetBoundary.js': `export function QueryErrorResetBoundary() { ${UNUSED} }
export function useQueryErrorResetBoundary() {}`,
  'IsRestoringProvider.js': `export function IsRestoringProvider() { ${UNUSED} }
export function useIsRestoring() { return false; }`,
  'focusManager.js': `export const focusManager = { subscribe: () => () => {}, isFocused: () => true };`,
  'onlineManager.js': `export const onlineManager = { subscribe: () => () => {}, isOnline: () => true };`,
};

/** Leaves out of the public pages what they do not use of libraries. Fails the build if a library has other modules. */
export function leanLibraries(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'site-lean-libraries',
    apply: 'build',
    transform: {
      filter: { id: LIBRARIES },
      handler: (code, id) => {
        const file = id.slice(id.lastIndexOf('/') + 1);
        const parts = PARTS[file];
        const lean = parts ? withoutParts(file, code, parts) : STAND_INS[file];
        if (lean !== undefined) replaced.add(file);
        return lean;
      },
    },
    buildEnd(error) {
      const missing = Object.keys({ ...STAND_INS, ...PARTS }).filter((file) => !replaced.has(file));
      if (!error && missing.length > 0) throw new Error(`The libraries have no ${missing.join(', ')}`);
    },
  };
}

const LIBRARIES =
  /\/node_modules\/(@tanstack\/.*|react-hook-form\/dist\/index\.esm|@stripe\/stripe-js\/dist\/pure|zod\/v4\/core\/schemas)\.m?js$/;

type Part = readonly [part: RegExp, constant: string];

/**
 * React Hook Form as the public pages use it: forms that validate by a resolver (no rules of single fields or of the
 * browser), with fixed fields, whose values a form never replaces as a whole. The type DetailsForm lacks the methods.
 */
const FORM_PARTS: readonly Part[] = [
  // Not a call, which needs the function itself.
  [/\b_options\.resolver\b(?!\()/g, 'true'],
  [/\b_options\.(?:validate|shouldUnregister)\b(?!\()/g, 'false'],
  [/\bprops\.(?:values|shouldUnregister)\b/g, 'undefined'],
  [/\b_options\.delayError\b/g, 'undefined'],
  [/\b_names\.array\.has\(\w+(?:\.\w+)?\)/g, 'false'],
  [/\bisNameInFieldArray\((?:control\.)?_names\.array, \w+\)/g, 'false'],
  [/control\._resetDefaultValues\(\);/g, ''],
  [/^ +(?:_setFieldArray|_reset|_resetDefaultValues|reset|resetField|resetDefaultValues|setValues),$/gm, ''],
];

/** What is left out of files of other libraries. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  'index.esm.mjs': FORM_PARTS,
  // web/card/stripe.ts sets no parameters of Stripe.js.
  'pure.mjs': [[/^loadStripe\.setLoadParameters = function[\s\S]*?^\};$/gm, '']],
  // The interface of Standard Schema: nothing asks a schema for it.
  'schemas.js': [[/\bstandardProps\(this\)/g, '{}']],
};

/** Throws if the library no longer has one of the parts. */
export function withoutParts(file: string, code: string, parts: readonly Part[]): string {
  return parts.reduce((text, [part, constant]) => {
    const lean = text.replaceAll(part, constant);
    if (lean === text) throw new Error(`${file} has no ${part}: see web/build/lean-libraries.ts`);
    return lean;
  }, code);
}
