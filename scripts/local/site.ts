import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSource } from '#web/build/first-paint.ts';

export type LocalSite = {
  /** The URL of the emulator for the browser. */
  stripeUrl: string;
  stripeKey: string;
  /** Where the map comes from: the URL of the routing emulator, and the hosts that it replaces. */
  mapUrl: string;
  mapHosts: readonly string[];
  /** The text of the script that makes loadStripe find the stand-in. */
  script: string;
};

const SCRIPT_LIMIT_BYTES = 1000;

/** Makes a copy of the production site for one local system, with payments at its emulator. */
export function copySite(productionDir: string, localDir: string): void {
  rmSync(localDir, { recursive: true, force: true });
  cpSync(productionDir, localDir, { recursive: true });
}

export function adaptSite(localDir: string, site: LocalSite): void {
  if (Buffer.byteLength(site.script) > SCRIPT_LIMIT_BYTES) {
    throw new Error(
      `The local script has ${Buffer.byteLength(site.script)} bytes; ${SCRIPT_LIMIT_BYTES} are allowed.`,
    );
  }
  rewrite(join(localDir, '_headers'), (text) => adaptHeaders(text, site));
  for (const name of readdirSync(localDir).filter((file) => file.endsWith('.html'))) {
    rewrite(join(localDir, name), (text) => adaptDocument(text, site));
  }
}

/**
 * Documents with a card form get the local key, and the script inline as the first element of the head. The document of
 * the back office gets the map of the emulator.
 */
export function adaptDocument(
  html: string,
  { stripeKey, script, mapUrl }: Omit<LocalSite, 'stripeUrl' | 'mapHosts'>,
): string {
  return adaptMap(adaptPayment(html, { stripeKey, script }), mapUrl);
}

function adaptMap(html: string, mapUrl: string): string {
  const withStyle = (text: string, name: string, theme: string) =>
    text.replace(
      new RegExp(`(<meta[^>]*name="${name}"[^>]*content=")[^"]*`),
      (_, before: string) => `${before}${mapUrl}/map/${theme}.json`,
    );
  return withStyle(withStyle(html, 'map-style', 'light'), 'map-style-dark', 'dark');
}

function adaptPayment(html: string, { stripeKey, script }: Pick<LocalSite, 'stripeKey' | 'script'>): string {
  const meta = /(<meta[^>]*name="stripe-key"[^>]*content=")[^"]*(")/;
  if (!meta.test(html)) return html;
  return html
    .replace(meta, (_, before: string, after: string) => `${before}${stripeKey}${after}`)
    .replace(/<head[^>]*>/, (head) => `${head}<script>${script}</script>`);
}

/**
 * A policy that allows Stripe also allows the emulator and the local script; the public page, which has Stripe and
 * parents, may also be framed by local pages.
 */
export function adaptHeaders(headers: string, site: Omit<LocalSite, 'stripeKey'>): string {
  return headers.replace(/^(\s*Content-Security-Policy:)(.*)$/gm, (_line, name: string, policy: string) => {
    const directives = policy.split(';').map((directive) => {
      const [, indent = '', keyword = '', sources = ''] = /^(\s*)(\S+)\s*(.*)$/.exec(directive) ?? [];
      const admitted = admit(keyword, sources, { ...site, policy });
      return `${indent}${keyword} ${withLocalMap(admitted, site)}`;
    });
    return `${name}${directives.join(';')}`;
  });
}

/** The emulator in place of the hosts of the map. */
function withLocalMap(sources: string, { mapHosts, mapUrl }: Pick<LocalSite, 'mapHosts' | 'mapUrl'>): string {
  const parts = sources.split(' ').map((source) => (mapHosts.includes(source) ? mapUrl : source));
  return [...new Set(parts)].join(' ');
}

function admit(
  keyword: string,
  sources: string,
  { stripeUrl, script, policy }: Omit<LocalSite, 'stripeKey'> & { policy: string },
): string {
  if (keyword === 'frame-ancestors' && sources !== "'none'" && STRIPE.test(policy)) {
    return `${sources} http://localhost:* http://127.0.0.1:*`;
  }
  if (!STRIPE.test(sources)) return sources;
  if (keyword === 'script-src') return `${sources} ${stripeUrl} ${hashSource(script)}`;
  return keyword === 'connect-src' ? `${sources} ${stripeUrl}` : sources;
}

const STRIPE = /https:\/\/(js|api)\.stripe\.com/;

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
