import type { Plugin, Rolldown } from 'vite';
import { strictTransportSecurity } from '#contract/transport-security.ts';
import { type InlineSources, inlineSources } from '#web/build/first-paint.ts';
import type { SiteVars } from '#web/build/site-vars.ts';

/** Stripe.js, and the subdomains from which it loads its frames. */
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const TURNSTILE = 'https://challenges.cloudflare.com';
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Files whose names never change. Browsers may keep them for a day. */
const FIXED_FILES = [
  '/favicon.svg',
  '/favicon.ico',
  '/share.png',
  '/robots.txt',
  '/driver.webmanifest',
  '/driver-180.png',
  '/driver-192.png',
  '/driver-512.png',
];

type Sources = Record<string, string[]>;
type HeaderVars = Pick<
  SiteVars,
  'publicUrl' | 'frameParents' | 'turnstileSiteKey' | 'hasHstsSubdomains' | 'isStaging' | 'mapHosts'
>;

/** Writes the `_headers` file that Cloudflare Pages serves the documents with, and robots.txt. */
export function headers(vars: SiteVars): Plugin {
  return {
    name: 'site-headers',
    apply: 'build',
    // After Vite's plugin that completes the documents.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const inline = inlineSources(documentsOf(bundle).join('\n'));
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(vars, inline) });
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robotsFile(vars) });
    },
  };
}

function documentsOf(bundle: Rolldown.OutputBundle): string[] {
  const documents = Object.values(bundle).flatMap((output) =>
    output.type === 'asset' && output.fileName.endsWith('.html') ? [String(output.source)] : [],
  );
  if (documents.length === 0) throw new Error('_headers needs the finished documents, and there are none.');
  return documents;
}

/**
 * `inline`: the hashes of what the public documents have inline. The others have nothing inline.
 *
 * Pages joins the headers of all matching rules with commas, so a document with its own policy first removes that of
 * `/*`. `/admin/*` does not match `/admin`.
 */
export function headersFile(vars: HeaderVars, inline: InlineSources): string {
  const text = withInline({}, inline);
  const payment = withInline(paymentSources(vars), inline);
  const publicPage = policy({ ...payment, 'frame-ancestors': [vars.frameParents] });
  const paymentPage = policy(payment);
  const textPage = policy(text);
  // Older versions of Safari do not count a WebSocket of the site as 'self'.
  const connections = ["'self'", new URL(vars.publicUrl).origin.replace(/^http/, 'ws')];
  const office = policy({ 'frame-src': ["'self'"], 'connect-src': connections });
  const preview = policy({ 'frame-ancestors': ["'self'"] });
  const driver = policy({
    'connect-src': connections,
    'img-src': ["'self'", 'data:', 'blob:'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  });
  const secret = ['! Referrer-Policy', 'Referrer-Policy: no-referrer'];
  return [
    rule('/*', [`Content-Security-Policy: ${textPage}`, ...security(vars)]),
    rule('/', own(publicPage)),
    rule('/payment-success', [...own(paymentPage, 'no-store'), ...secret]),
    rule('/terms', own(textPage)),
    rule('/privacy', own(textPage)),
    rule('/admin', own(office)),
    rule('/admin/*', own(office)),
    ...mapRules(vars, connections),
    // Within '/admin/*': shown in a frame by the settings, and by no other document, which frame nothing of this site.
    rule('/admin/preview', own(preview, 'no-store')),
    // Drivers scan units, and photos keep the place where they were taken.
    ...['/driver', '/driver/*'].map((path) =>
      rule(path, [
        ...own(driver),
        '! Permissions-Policy',
        'Permissions-Policy: camera=(self), geolocation=(self), microphone=(), payment=()',
      ]),
    ),
    // An old service worker would keep an old version on the phones.
    ...['/driver-sw.js', '/admin-sw.js'].map((path) =>
      rule(path, ['! Cache-Control', 'Cache-Control: no-cache']),
    ),
    rule('/reset-password', [...own(office), ...secret]),
    rule('/pay', [...own(paymentPage, 'no-store'), ...secret]),
    rule('/pay/*', [...own(paymentPage, 'no-store'), ...secret]),
    // Loaded by other sites, which may cache an old version for an hour.
    rule('/embed.js', [
      '! Cache-Control',
      `Cache-Control: public, max-age=${HOUR_SECONDS}`,
      'Cross-Origin-Resource-Policy: cross-origin',
    ]),
    ...FIXED_FILES.map((path) =>
      rule(path, ['! Cache-Control', `Cache-Control: public, max-age=${DAY_SECONDS}`]),
    ),
    // Stripe's frame loads the page's fonts from another origin.
    rule('/assets/*.woff2', ['Access-Control-Allow-Origin: *']),
    rule('/assets/*', [`! Cache-Control`, `Cache-Control: public, max-age=${YEAR_SECONDS}, immutable`]),
  ].join('\n');
}

/** The dispatch board, and the worker of its map, which loads tiles under the policy of its own file. */
function mapRules({ mapHosts }: Pick<SiteVars, 'mapHosts'>, connections: string[]): string[] {
  const board = policy({
    'frame-src': ["'self'"],
    'connect-src': [...connections, ...mapHosts],
    // Tiles and sprites are decoded into pictures of the page's memory.
    'img-src': ["'self'", 'data:', 'blob:', ...mapHosts],
    'worker-src': ["'self'"],
  });
  const worker = policy({ 'connect-src': ["'self'", ...mapHosts] });
  return [
    // Within '/admin/*'.
    rule('/admin/dispatch', own(board)),
    rule('/assets/maplibre-gl-worker-*', ['! Content-Security-Policy', `Content-Security-Policy: ${worker}`]),
  ];
}

/** Search engines may list the public page; of staging, nothing. */
export function robotsFile({ isStaging }: Pick<SiteVars, 'isStaging'>): string {
  const excluded = isStaging
    ? ['/']
    : ['/admin', '/api/', '/driver', '/pay', '/payment-success', '/reset-password'];
  return ['User-agent: *', ...excluded.map((path) => `Disallow: ${path}`), ''].join('\n');
}

function security({
  hasHstsSubdomains,
  isStaging,
}: Pick<SiteVars, 'hasHstsSubdomains' | 'isStaging'>): string[] {
  return [
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: strict-origin-when-cross-origin',
    `Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(self "${STRIPE_JS[0]}")`,
    `Strict-Transport-Security: ${strictTransportSecurity({ hasSubdomains: hasHstsSubdomains })}`,
    ...(isStaging ? ['X-Robots-Tag: noindex'] : []),
  ];
}

function own(contentSecurityPolicy: string, cacheControl = REVALIDATE): string[] {
  return [
    '! Content-Security-Policy',
    `Content-Security-Policy: ${contentSecurityPolicy}`,
    '! Cache-Control',
    `Cache-Control: ${cacheControl}`,
  ];
}

/** The sources that Stripe.js needs, and Turnstile if it is configured. */
function paymentSources({ turnstileSiteKey }: Pick<SiteVars, 'turnstileSiteKey'>): Sources {
  const turnstile = turnstileSiteKey ? [TURNSTILE] : [];
  return {
    'script-src': ["'self'", ...STRIPE_JS, ...turnstile],
    'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com', ...turnstile],
    'connect-src': ["'self'", 'https://api.stripe.com'],
  };
}

function withInline(sources: Sources, { scripts, styles }: InlineSources): Sources {
  return {
    ...sources,
    'script-src': [...(sources['script-src'] ?? ["'self'"]), ...new Set(scripts)],
    'style-src': ["'self'", ...new Set(styles)],
  };
}

function policy(sources: Sources): string {
  const all: Sources = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...sources,
  };
  return Object.entries(all)
    .map(([directive, values]) => `${directive} ${values.join(' ')}`)
    .join('; ');
}

function rule(path: string, lines: string[]): string {
  return [path, ...lines.map((line) => `  ${line}`), ''].join('\n');
}
