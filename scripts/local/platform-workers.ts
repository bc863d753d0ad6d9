import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { V4FetchHandler, V4WorkerOptions, V4WorkerOptionsShape } from 'miniflare';
import { unstable_generateASSETSBinding, unstable_getMiniflareWorkerOptions } from 'wrangler';

/** The name of the Worker in wrangler.toml; Pages finds the Worker by it. */
export const API = 'dumpster-rental-api';

/** The asset server logs the number of _headers rules on every start; only its errors are shown. */
const ASSETS_LOG = { ...console, log: () => undefined, debug: () => undefined } as unknown as Parameters<
  typeof unstable_generateASSETSBinding
>[0]['log'];

/** The site as Pages serves it, with the real _headers, _redirects, 404.html and _routes.json. */
export async function siteWorker({ siteDir, signal }: Site): Promise<V4WorkerOptions> {
  return {
    ...localWorker('site'),
    bindings: { ROUTES: JSON.parse(readFileSync(join(siteDir, '_routes.json'), 'utf8')) },
    serviceBindings: { ASSETS: await assetServer({ siteDir, signal }), FUNCTION: 'function' },
  };
}

type Site = { siteDir: string; signal: AbortSignal };

/** The functions of Pages with the bindings of web/wrangler.toml. */
export async function functionWorker(root: string, script: string, site: Site): Promise<V4WorkerOptions> {
  const { kvNamespaces } = unstable_getMiniflareWorkerOptions(
    join(root, 'web', 'wrangler.toml'),
  ).workerOptions;
  return {
    name: 'function',
    modules: [{ type: 'ESModule', path: 'index.js', contents: script }],
    ...compatibility(root),
    kvNamespaces: (kvNamespaces ?? {}) as Record<string, string>,
    serviceBindings: { API, ASSETS: await assetServer(site) },
  };
}

/** The static documents with the rules of _headers. */
async function assetServer({ siteDir, signal }: Site): Promise<V4FetchHandler> {
  // Returns a Promise, although its type does not say so.
  return (await unstable_generateASSETSBinding({
    log: ASSETS_LOG,
    directory: siteDir,
    signal,
  })) as V4FetchHandler;
}

export type ApiOptions = {
  root: string;
  workerScript: string;
  vars: Record<string, string>;
  /** A Worker that runs instead of the production bundle, for measurements. */
  otherScript?: string;
  /** URLs at which it can be reached directly. */
  apiRoutes?: string[];
};

/** The Worker as wrangler.toml describes it, with other variables. Its e-mails go to the mailbox. */
export function apiWorker({
  root,
  workerScript,
  otherScript,
  vars,
  apiRoutes = [],
}: ApiOptions): V4WorkerOptions {
  const { email, modulesRules: _, ...options } = configured(root);
  const mailers = (email?.send_email ?? []).map(({ name }) => [name, 'mail'] as const);
  return {
    ...options,
    name: API,
    modules: [{ type: 'ESModule', path: 'index.js', contents: otherScript ?? workerScript }],
    bindings: { ...options.bindings, ...vars },
    serviceBindings: { ...options.serviceBindings, ...Object.fromEntries(mailers) },
    outboundService: 'outside',
    ...(apiRoutes.length > 0 && { routes: apiRoutes }),
  };
}

/** The settings of a folder's wrangler.toml in Miniflare's format. */
export function configured(
  root: string,
): V4WorkerOptionsShape & { email?: { send_email?: { name: string }[] } } {
  return unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions;
}

function compatibility(root: string) {
  const { compatibilityDate } = configured(root);
  return compatibilityDate ? { compatibilityDate } : {};
}

export type StandInOptions = {
  stripeUrl: string;
  mailboxUrl: string;
  routingUrl: string;
  textsUrl: string;
  controlToken: string;
};

/** Workers that exist on this machine only: for outgoing requests, e-mails and commands. */
export function standInWorkers(options: StandInOptions): V4WorkerOptions[] {
  const { stripeUrl, mailboxUrl, routingUrl, textsUrl, controlToken } = options;
  return [
    {
      ...localWorker('outside'),
      bindings: { STRIPE_URL: stripeUrl, ROUTING_URL: routingUrl, TEXTS_URL: textsUrl },
    },
    { ...localWorker('mail'), bindings: { MAILBOX_URL: mailboxUrl } },
    {
      ...localWorker('control'),
      bindings: { TOKEN: controlToken },
      serviceBindings: { OPERATIONS: { name: API, entrypoint: 'Operations' } },
    },
  ];
}

/** A module of workers/, which is written in TypeScript. */
function localWorker(name: string) {
  const source = readFileSync(join(import.meta.dirname, 'workers', `${name}.ts`), 'utf8');
  return {
    name,
    compatibilityDate: '2026-11-01',
    modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: stripTypeScriptTypes(source) }],
  };
}
