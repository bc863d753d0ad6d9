import { SaxesParser, type SaxesTagNS } from 'saxes';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/**
 * What a logo needs. Not in the list: scripts, foreign content, links, animation, external images and fonts, filters, and
 * `use` and `pattern`, which let a small file draw millions of elements.
 */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask style'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set([
  ...`id class role aria-label version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
  dx dy transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility paint-order vector-effect clip-path
  clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod offset stop-color
  stop-opacity font-family font-size font-weight font-style word-spacing text-anchor dominant-baseline
  style href`.split(/\s+/),
  // prose-ok: the name of an attribute
  'letter-spacing',
]);

/** Text that is not a usable SVG; the message says why. */
export class BadSvg extends Error {}

/**
 * An SVG with the listed elements and attributes only, without references outside itself. Throws BadSvg
 * when the text is not XML with the root <svg>.
 */
export function sanitizeSvg(text: string): string {
  const output: string[] = [];
  /** The open elements that are kept; inside an element that is left out, `skipped` counts the open elements. */
  const open: string[] = [];
  let skipped = 0;
  /** Rules are checked as a whole, because comments and CDATA can split a word. */
  let style = '';
  let hasRoot = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new BadSvg(`The file is not a valid SVG: ${error.message.slice(0, 100)}.`);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('['))
      throw new BadSvg('The SVG declares entities of its own. Save it without them.');
  });
  parser.on('opentag', (tag) => {
    if (!hasRoot && !(tag.local === 'svg' && tag.uri === SVG))
      throw new BadSvg(`The file is not an SVG: its root must be <svg xmlns="${SVG}">.`);
    if (skipped > 0 || tag.uri !== SVG || !ELEMENTS.has(tag.local)) {
      skipped += 1;
      return;
    }
    output.push(`<${tag.local}${hasRoot ? '' : ` xmlns="${SVG}"`}${attributesOf(tag)}>`);
    hasRoot = true;
    open.push(tag.local);
  });
  const write = (content: string) => {
    if (skipped > 0 || open.length === 0) return;
    if (open.at(-1) === 'style') style += content;
    else output.push(escapeXml(content));
  };
  parser.on('text', write);
  parser.on('cdata', write);
  parser.on('closetag', () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const name = open.pop();
    if (name === 'style') {
      output.push(isSafeStyle(style) ? escapeXml(style) : '');
      style = '';
    }
    output.push(`</${name}>`);
  });
  parser.write(text).close();
  return output.join('');
}

function attributesOf({ attributes }: SaxesTagNS): string {
  return Object.values(attributes)
    .flatMap(({ local, uri, value }) => {
      const isPlain = uri === '' || (uri === XLINK && local === 'href');
      if (!isPlain || !ATTRIBUTES.has(local) || !isSafeValue(local, value)) return [];
      return [` ${local}="${escapeXml(value)}"`];
    })
    .join('');
}

function isSafeValue(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w.-]+$/.test(value);
  return isWithinFile(value) && !/javascript:|expression\s*\(/i.test(value);
}

/** Rules such as @import and @font-face load files, and an escape can hide any word. */
function isSafeStyle(css: string): boolean {
  return !/[@<]/.test(css) && isSafeValue('style', css);
}

/** Without url(...) except url(#id), and without other functions and characters that can name another file. */
function isWithinFile(value: string): boolean {
  const rest = value.replace(/url\(\s*(["']?)#[\w.-]+\1\s*\)/g, '');
  return !/url|image|src\s*\(|import|\\|\/\//i.test(rest);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
