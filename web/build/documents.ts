import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type HtmlTagDescriptor, type Plugin, runnerImport } from 'vite';
import { type SiteVars, siteConstants } from '#web/build/site-vars.ts';

const PRERENDER = join(import.meta.dirname, 'prerender.tsx');
const THEME_SCRIPT = join(import.meta.dirname, '../ui/theme/theme-start.ts');
/** Documents with card fields or Turnstile. The local system replaces the keys. */
const PAYMENT_DOCUMENTS = ['index', 'payment-success', 'pay'];
/** These load their fonts after the first paint (web/admin/main.tsx). The browser caches them. */
const OFFICE_DOCUMENTS = ['admin'];
/** Fonts of the first screen. The others load when text uses them. */
const PRELOADED_FONTS = /barlow(-condensed-latin-600|-latin-400|-latin-600)-normal.*\.woff2$/;

type Prerender = { renderDocument: (name: string) => string; renderNoScript: () => string };

/**
 * Completes the HTML files beside vite.config.ts: the common head, the prerendered first screen and the blocking
 * script that sets the theme.
 */
export function documents(vars: SiteVars): Plugin[] {
  let theme: { fileName: string; source: string };
  let prerender: Prerender;
  return [
    {
      name: 'site-documents',
      apply: 'build',
      async buildStart() {
        theme = await buildClassicScript(THEME_SCRIPT, 'theme');
        prerender = await importPrerender(vars);
        this.emitFile({ type: 'asset', ...theme });
      },
      transformIndexHtml: {
        order: 'pre',
        handler: (html, { path }) => {
          const name = documentName(path);
          return {
            html: html
              .replaceAll('%BUSINESS_NAME%', escapeHtml(vars.config.businessName))
              .replace('<!--noscript-->', () => prerender.renderNoScript())
              .replace('<!--page-->', () => prerender.renderDocument(name)),
            tags: [...headTags(name, vars), ...stagingTags(vars)],
          };
        },
      },
    },
    {
      name: 'site-preloads',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle, path }) => {
          refuseInline(html, path);
          const isOffice = OFFICE_DOCUMENTS.includes(documentName(path));
          return [
            { tag: 'script', attrs: { src: `/${theme.fileName}` }, injectTo: 'head' },
            ...(isOffice ? [] : fontPreloads(Object.keys(bundle ?? {}))),
          ];
        },
      },
    },
  ];
}

function documentName(path: string): string {
  return path.replace(/^\//, '').replace(/\.html$/, '');
}

function headTags(name: string, vars: SiteVars): HtmlTagDescriptor[] {
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'meta',
    attrs,
    injectTo: 'head-prepend',
  });
  const payment = PAYMENT_DOCUMENTS.includes(name)
    ? [
        meta({ name: 'stripe-key', content: vars.stripeKey }),
        meta({ name: 'turnstile-site-key', content: vars.turnstileSiteKey }),
      ]
    : [];
  return [
    meta({ charset: 'utf-8' }),
    meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    meta({ name: 'color-scheme', content: 'light dark' }),
    ...payment,
    ...(name === 'index' ? sharingTags(vars) : []),
    { tag: 'link', attrs: { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }, injectTo: 'head' },
    stylesheet(OFFICE_DOCUMENTS.includes(name) ? '/ui/theme/office.css' : '/ui/theme/public.css'),
  ];
}

function stylesheet(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'stylesheet', href }, injectTo: 'head' };
}

/** On staging, the mark that every page shows; and for copies of a page without its headers, noindex. */
export function stagingTags({ isStaging }: Pick<SiteVars, 'isStaging'>): HtmlTagDescriptor[] {
  if (!isStaging) return [];
  const mark =
    'pointer-events-none fixed bottom-2 left-2 z-20 rounded-md border border-signal-line bg-signal-soft px-2 py-0.5 font-semibold text-on-signal text-sm';
  return [
    { tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, injectTo: 'head' },
    {
      tag: 'aside',
      attrs: { class: mark, 'aria-label': 'Environment' },
      children: 'Staging',
      injectTo: 'body-prepend',
    },
  ];
}

/** Tags for link previews on other sites. Their URLs must be absolute. */
export function sharingTags({
  config,
  publicUrl,
}: Pick<SiteVars, 'config' | 'publicUrl'>): HtmlTagDescriptor[] {
  const image = new URL('/share.png', publicUrl).href;
  const title = `Rent a dumpster from ${config.businessName}`;
  const description = 'Choose a size, a rental period and a day, and pay the deposit online.';
  const openGraph = {
    'og:type': 'website',
    'og:site_name': config.businessName,
    'og:title': title,
    'og:description': description,
    'og:url': new URL('/', publicUrl).href,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A yellow roll-off dumpster below the words: Rent a dumpster online',
  };
  const twitter = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
  };
  const tag = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'meta',
    attrs,
    injectTo: 'head',
  });
  return [
    ...Object.entries(openGraph).map(([property, content]) => tag({ property, content })),
    ...Object.entries(twitter).map(([name, content]) => tag({ name, content })),
  ];
}

function fontPreloads(files: string[]): HtmlTagDescriptor[] {
  return files
    .filter((file) => PRELOADED_FONTS.test(file))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
      injectTo: 'head',
    }));
}

/** Fails the build on inline code or style, which the content security policy would block. */
function refuseInline(html: string, path: string): void {
  const inline = /<[^>]+\sstyle=|<style|<script(?![^>]*\ssrc=)|<[^>]+\son\w+=/i.exec(html);
  if (inline) throw new Error(`${path} carries inline code or style: ${inline[0]}`);
}

/** Builds a classic script. Its file name contains a hash of its content. */
export async function buildClassicScript(input: string, name: string) {
  const source = await bundleClassicScript(input);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.js`, source };
}

/** Returns the text of a classic script with its imports bundled. */
export async function bundleClassicScript(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
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

async function importPrerender(vars: SiteVars): Promise<Prerender> {
  const { module } = await runnerImport<Prerender>(PRERENDER, {
    configFile: false,
    logLevel: 'warn',
    define: siteConstants(vars),
  });
  return module;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
