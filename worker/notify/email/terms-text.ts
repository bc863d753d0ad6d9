import type { Section } from './layout.ts';

/**
 * The text of published terms as sections of an e-mail. `html` is what the server made from Markdown: headings,
 * paragraphs and lists.
 */
export function termsSections({ title, html }: { title: string; html: string }): Section[] {
  const sections: { title: string; paragraphs: string[] }[] = [{ title, paragraphs: [] }];
  for (const [, tag = '', inner = ''] of html.matchAll(/<(h[1-6]|p|li|pre)\b[^>]*>([\s\S]*?)<\/\1>/g)) {
    const text = plainText(inner);
    if (text === '') continue;
    if (tag.startsWith('h')) sections.push({ title: text, paragraphs: [] });
    else sections.at(-1)?.paragraphs.push(tag === 'li' ? `• ${text}` : text);
  }
  return sections.filter(({ paragraphs }, index) => index === 0 || paragraphs.length > 0);
}

function plainText(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(#\d+|#x[\da-f]+|\w+);/gi, (_, code) => decode(code));
  return text.replace(/\s+/g, ' ').trim();
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(code: string): string {
  if (!code.startsWith('#')) return NAMED[code.toLowerCase()] ?? `&${code};`;
  const isHex = /^#x/i.test(code);
  return String.fromCodePoint(Number.parseInt(code.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}
