import { createHash } from 'node:crypto';
import type { Rolldown } from 'vite';

const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;
const MODULE = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOADED_MODULE = /\s*<link rel="modulepreload"[^>]*>/g;

type Parts = { script: string; bundle: Rolldown.OutputBundle };

/**
 * Returns the document with its stylesheet and the start script inline, so that its first paint waits for no further
 * request. Throws if the document links no stylesheet of the bundle.
 */
export function inlineFirstPaint(html: string, { script, bundle }: Parts): string {
  const sheet = bundle[STYLESHEET.exec(html)?.[1] ?? ''];
  if (sheet?.type !== 'asset') throw new Error('The document links no stylesheet of the build.');
  const style = String(sheet.source).trim();
  for (const [tag, text] of Object.entries({ style, script })) {
    if (text.toLowerCase().includes(`</${tag}`)) throw new Error(`The inline ${tag} has its own end tag.`);
  }
  return html.replace(STYLESHEET, () => `<style>${style}</style>\n    <script>${script}</script>`);
}

/** Returns a prerendered document whose own script is loaded by the start script (web/kit/ui/theme/public-start.ts). */
export function deferModule(html: string): string {
  const [tag, url] = MODULE.exec(html) ?? [];
  if (!tag || !url) throw new Error('The document has no module script.');
  return html.replace(tag, '').replaceAll(PRELOADED_MODULE, '').replace('<html', `<html data-start="${url}"`);
}

/** Removes the stylesheets, which every document has inline. */
export function removeInlined(bundle: Rolldown.OutputBundle): void {
  for (const file of Object.keys(bundle)) if (file.endsWith('.css')) delete bundle[file];
}

/** Sources of a content security policy that allow the inline elements of documents. */
export type InlineSources = { scripts: string[]; styles: string[] };

/** Returns the hashes of all inline scripts and styles. Data blocks (scripts with a type) need none. */
export function inlineSources(html: string): InlineSources {
  const hashes = (element: RegExp) => [
    ...new Set([...html.matchAll(element)].map(([, text = '']) => hashSource(text))),
  ];
  return {
    scripts: hashes(/<script>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style>([\s\S]*?)<\/style>/g),
  };
}

/** Returns the source that allows an inline element with this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
