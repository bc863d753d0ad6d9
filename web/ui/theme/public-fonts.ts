import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff2?url';
import semibold from '@fontsource/barlow/files/barlow-latin-600-normal.woff2?url';
import semiboldCondensed from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url';

const FONTS = [regular, semibold, semiboldCondensed];
/** The names contain a hash of the content, so a changed font is downloaded again. */
const CACHED = FONTS.join(' ');

/**
 * On a first visit local fonts with adjusted metrics show the text (fonts.css), and the fonts are downloaded after the
 * first paint for the next screen. Later documents preload them from the cache, for their first paint.
 */
export function loadFonts(painted: Promise<void>): void {
  const root = document.documentElement;
  if (isCached()) {
    FONTS.forEach(preload);
    return;
  }
  root.dataset.fonts = 'deferred';
  painted
    .then(() => Promise.all(FONTS.map((url) => fetch(url).then((reply) => reply.arrayBuffer()))))
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

function preload(href: string): void {
  const link = document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href }),
  );
}
