import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const PIXELS_PER_MM = 96 / 25.4;
// prose-ok: the name of a paper size
/** What Letter and A4 both have inside the margins of @page (theme.css). Paper breaks a few lines differently than the screen. */
const PAGE_WIDTH = 178 * PIXELS_PER_MM;
const PAGE_HEIGHT = 247 * PIXELS_PER_MM * 0.96;
const SMALLER_ZOOMS = [0.9, 0.8, 0.72, 0.66, 0.6, 0.55, 0.5, 0.46, 0.42, 0.38];

/**
 * For a sheet that must be one page: sets --print-zoom of the element to the largest zoom at which it fits. The sheet
 * is measured with the fonts of this machine, because those of other alphabets have other heights and widths.
 */
export function usePageFit(): RefObject<HTMLElement | null> {
  const sheet = useRef<HTMLElement>(null);
  useLayoutEffect(() => setPrintZoom(sheet.current));
  useEffect(() => {
    const measure = () => setPrintZoom(sheet.current);
    window.addEventListener('beforeprint', measure);
    return () => window.removeEventListener('beforeprint', measure);
  }, []);
  return sheet;
}

function setPrintZoom(sheet: HTMLElement | null) {
  if (!sheet) return;
  const copy = sheet.cloneNode(true) as HTMLElement;
  copy.inert = true;
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', padding: '0', border: '0' });
  document.body.append(copy);
  const fits = (zoom: number) => {
    copy.style.width = `${PAGE_WIDTH / zoom}px`;
    return copy.offsetHeight * zoom <= PAGE_HEIGHT;
  };
  const zoom = fits(1) ? 1 : (SMALLER_ZOOMS.find(fits) ?? SMALLER_ZOOMS.at(-1));
  copy.remove();
  sheet.style.setProperty('--print-zoom', String(zoom));
}
