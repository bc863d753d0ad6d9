import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff2?url';
import semibold from '@fontsource/barlow/files/barlow-latin-600-normal.woff2?url';
import semiboldCondensed from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url';

type Font = { family: string; weight: string; url: string };

/**
 * Three fonts, Latin, woff2. They are not in the stylesheet: for a font of an inline style Chrome sends the document's
 * address as referrer even if the Referrer-Policy is no-referrer, and the address of a payment link is a secret.
 */
const FONTS: Font[] = [
  { family: 'Barlow', weight: '400', url: regular },
  { family: 'Barlow', weight: '600', url: semibold },
  { family: 'Barlow Condensed', weight: '600', url: semiboldCondensed },
];
/** The names contain a hash of the content, so a changed font is downloaded again. */
const CACHED = FONTS.map(({ url }) => url).join(' ');

/**
 * On a first visit local fonts with adjusted metrics show the text (fonts.css), and the fonts are downloaded after the
 * first paint for the next screen: a swap would move text, because no local font has the same width for every glyph.
 * Later documents preload them from the cache, for their first paint.
 */
export function loadFonts(painted: Promise<void>): void {
  const root = document.documentElement;
  if (isCached()) {
    FONTS.forEach(preload);
    return;
  }
  root.dataset.fonts = 'deferred';
  painted
    .then(() => Promise.all(FONTS.map(download)))
    .then(() => {
      root.dataset.fonts = 'ready';
      localStorage.setItem('fonts', CACHED);
    })
    .catch(() => {
      // No connection, or no access to storage: the next document tries again.
    });
}

function isCached(): boolean {
  try {
    return localStorage.getItem('fonts') === CACHED;
  } catch {
    return false;
  }
}

/** Optional: a font that comes after the first paint is used from the next document on. */
function preload({ url, ...font }: Font): void {
  const link = document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: url }),
  );
  add(font, `url(${url})`);
}

async function download({ url, ...font }: Font): Promise<void> {
  add(font, await (await fetch(url)).arrayBuffer());
}

function add({ family, weight }: Omit<Font, 'url'>, source: string | ArrayBuffer): void {
  document.fonts.add(new FontFace(family, source, { weight, display: 'optional' }));
}
