import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, type Plugin, runnerImport } from 'vite';
import { buildClassicScript, bundleClassicScript } from '#web/build/classic-script.ts';
import { deferModule, inlineFirstPaint, removeInlined } from '#web/build/first-paint.ts';
import { type SiteVars, siteConstants } from '#web/build/site-vars.ts';
import { escapeHtml } from '#web/edge/escape.ts';

const PRERENDER = join(import.meta.dirname, 'prerender.tsx');
const THEME_SCRIPT = join(import.meta.dirname, '../kit/ui/theme/theme-start.ts');
const DRIVER_THEME_SCRIPT = join(import.meta.dirname, '../driver/theme-start.ts');
const PUBLIC_SCRIPT = join(import.meta.dirname, '../kit/ui/theme/public-start.ts');
/** Documents with card fields or Turnstile. The local system replaces the keys. */
const PAYMENT_DOCUMENTS = ['index', 'payment-success', 'pay'];
/** Inline, because browsers request it before the first paint. */
const ICON = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(import.meta.dirname, '../assets/favicon.svg'), 'utf8').trim())}`;

/** What customers load, the back office, the preview of a draft, and the page of drivers. */
export type SitePart = 'public' | 'office' | 'draft' | 'driver';

type Prerender = {
  renderDocument: (name: string) => string;
  renderNoScript: () => string;
  renderCatalog: () => string;
};

/**
 * Completes the HTML files beside vite.config.ts: the common head, the prerendered first screen and the script that
 * sets the theme. Public documents have style and script inline, so that nothing blocks their first paint.
 */
export function documents(vars: SiteVars, part: SitePart): Plugin[] {
  let theme: { fileName: string; source: string };
  let inlineScript: string;
  let prerender: Prerender;
  return [
    {
      name: 'site-documents',
      apply: 'build',
      async buildStart() {
        [theme, inlineScript, prerender] = await Promise.all([
          buildClassicScript(part === 'driver' ? DRIVER_THEME_SCRIPT : THEME_SCRIPT, 'theme'),
          bundleClassicScript(PUBLIC_SCRIPT),
          importPrerender(vars),
        ]);
        if (part !== 'public') this.emitFile({ type: 'asset', ...theme });
      },
      transformIndexHtml: {
        order: 'pre',
        handler: (html, { path }) => {
          const name = documentName(path);
          return {
            html: html
              .replaceAll('%BUSINESS_NAME%', escapeHtml(vars.config.businessName))
              .replace('<!--catalog-->', () => prerender.renderCatalog())
              // Filled at the edge (web/functions); what the build knows is in the scripts.
              .replace('<!--business-->', '<script type="application/json" id="business"></script>')
              .replace('<!--noscript-->', () => prerender.renderNoScript())
              .replace('<!--page-->', () => prerender.renderDocument(name)),
            tags: [...headTags(name, vars, part), ...stagingTags(vars)],
          };
        },
      },
    },
    {
      name: 'site-first-paint',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {}, path }) => {
          refuseInline(html, path);
          if (part === 'public') {
            const inlined = inlineFirstPaint(html, { script: inlineScript, bundle });
            return documentName(path) === 'index' ? deferModule(inlined) : inlined;
          }
          return [{ tag: 'script', attrs: { src: `/${theme.fileName}` }, injectTo: 'head' }];
        },
      },
      generateBundle: {
        order: 'post',
        handler: (_options, bundle) => {
          if (part === 'public') removeInlined(bundle);
        },
      },
    },
  ];
}

/** The page of drivers fills the screen of a phone that has rounded corners. */
const VIEWPORTS: Readonly<Record<SitePart, string>> = {
  public: 'width=device-width, initial-scale=1',
  office: 'width=device-width, initial-scale=1',
  draft: 'width=device-width, initial-scale=1',
  driver: 'width=device-width, initial-scale=1, viewport-fit=cover',
};

function documentName(path: string): string {
  return path.replace(/^\//, '').replace(/\.html$/, '');
}

type MetaTag = (attrs: Record<string, string>) => HtmlTagDescriptor;

/** Where the map of the dispatch board comes from. The local system replaces it by the emulator. */
function mapTags({ mapStyles }: SiteVars, meta: MetaTag): HtmlTagDescriptor[] {
  return [
    meta({ name: 'map-style', content: mapStyles.light }),
    meta({ name: 'map-style-dark', content: mapStyles.dark }),
  ];
}

function headTags(name: string, vars: SiteVars, part: SitePart): HtmlTagDescriptor[] {
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
    meta({ name: 'viewport', content: VIEWPORTS[part] }),
    meta({ name: 'color-scheme', content: 'light dark' }),
    ...payment,
    ...(name === 'admin' ? mapTags(vars, meta) : []),
    ...(name === 'index' ? sharingTags(vars) : []),
    { tag: 'link', attrs: { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'icon', href: ICON, type: 'image/svg+xml' }, injectTo: 'head' },
    stylesheet(`/kit/ui/theme/${part}.css`),
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
function sharingTags({ config, publicUrl }: Pick<SiteVars, 'config' | 'publicUrl'>): HtmlTagDescriptor[] {
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

/** Fails the build on inline code or style, which the content security policy would block. Data blocks are allowed. */
function refuseInline(html: string, path: string): void {
  const inline =
    /<[^>]+\sstyle=|<style|<script(?![^>]*\s(?:src=|type="application\/json"))|<[^>]+\son\w+=/i.exec(html);
  if (inline) throw new Error(`${path} carries inline code or style: ${inline[0]}`);
}

async function importPrerender(vars: SiteVars): Promise<Prerender> {
  const { module } = await runnerImport<Prerender>(PRERENDER, {
    configFile: false,
    logLevel: 'warn',
    define: siteConstants(vars),
  });
  return module;
}
