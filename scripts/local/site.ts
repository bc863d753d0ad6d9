import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type LocalSite = {
  /** The URL of the emulator for the browser. */
  stripeUrl: string;
  stripeKey: string;
  /** The text of the script that makes loadStripe find the stand-in. */
  script: string;
};

const SCRIPT_FILE = 'local-stripe.js';
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
  writeFileSync(join(localDir, SCRIPT_FILE), site.script);
  rewrite(join(localDir, '_headers'), (text) => adaptHeaders(text, site.stripeUrl));
  for (const name of readdirSync(localDir).filter((file) => file.endsWith('.html'))) {
    rewrite(join(localDir, name), (text) => adaptDocument(text, site.stripeKey));
  }
}

/** Documents with a card form get the local key, and the script as the first element of the head. */
export function adaptDocument(html: string, stripeKey: string): string {
  const meta = /(<meta[^>]*name="stripe-key"[^>]*content=")[^"]*(")/;
  if (!meta.test(html)) return html;
  return html
    .replace(meta, `$1${stripeKey}$2`)
    .replace(/<head[^>]*>/, `$&<script src="/${SCRIPT_FILE}"></script>`);
}

/** A policy that allows Stripe also allows the emulator; one that allows parents also allows local pages. */
export function adaptHeaders(headers: string, stripeUrl: string): string {
  return headers.replace(/^(\s*Content-Security-Policy:)(.*)$/gm, (_line, name: string, policy: string) => {
    const directives = policy.split(';').map((directive) => {
      const [, indent = '', keyword = '', sources = ''] = /^(\s*)(\S+)\s*(.*)$/.exec(directive) ?? [];
      return `${indent}${keyword} ${admit(keyword, sources, stripeUrl)}`;
    });
    return `${name}${directives.join(';')}`;
  });
}

function admit(keyword: string, sources: string, stripeUrl: string): string {
  if (keyword === 'frame-ancestors' && sources !== "'none'") {
    return `${sources} http://localhost:* http://127.0.0.1:*`;
  }
  const takesStripe = /https:\/\/(js|api)\.stripe\.com/.test(sources);
  const isAdapted = keyword === 'script-src' || keyword === 'connect-src';
  return takesStripe && isAdapted ? `${sources} ${stripeUrl}` : sources;
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
