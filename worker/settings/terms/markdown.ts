import { fromMarkdown } from 'mdast-util-from-markdown';
import { micromark } from 'micromark';
import { TERMS_PLACEHOLDERS } from '#domain/rental/terms.ts';
import type { Issue } from '#domain/shared/errors.ts';
import { AppError } from '#domain/shared/errors.ts';
import { findTooComplexPart } from './markdown-bounds.ts';

/** The HTML of a text, with its placeholders. Throws invalid with the line of each part that is not allowed. */
export function renderMarkdown(markdown: string): string {
  const tooComplex = findTooComplexPart(markdown);
  const problems = tooComplex ? [tooComplex] : findProblems(markdown).toSorted((a, b) => a.line - b.line);
  // A line can have the same problem twice: <b> and </b>.
  const messages = new Set(problems.map(({ line, text }) => `Line ${line}: ${text}`));
  const issues = [...messages].map((message): Issue => ({ path: 'markdown', message }));
  const [first] = issues;
  if (first) throw new AppError('invalid', first.message, { issues });
  // By default micromark escapes HTML and removes unsafe links; the checks above are for the author.
  return micromark(markdown);
}

type Problem = { line: number; text: string };
type MarkdownNode = {
  type: string;
  url?: string;
  depth?: number;
  children?: MarkdownNode[];
  position?: { start: { line: number; offset?: number }; end: { offset?: number } } | undefined;
};
/** Where a placeholder may stand: from and to, as offsets in the text. */
type TextRange = readonly [number, number];

function findProblems(markdown: string): Problem[] {
  const problems: Problem[] = [];
  const texts: TextRange[] = [];
  visit(fromMarkdown(markdown) as MarkdownNode, (node, isInLink) => {
    const text = findNodeProblem(node);
    if (text !== null) problems.push({ line: node.position?.start.line ?? 1, text });
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === 'text' && !isInLink && start !== undefined && end !== undefined)
      texts.push([start, end]);
  });
  return [...problems, ...findBadPlaceholders(markdown, texts)];
}

function visit(node: MarkdownNode, see: (node: MarkdownNode, isInLink: boolean) => void, isInLink = false) {
  see(node, isInLink);
  for (const child of node.children ?? []) visit(child, see, isInLink || node.type.startsWith('link'));
}

function findNodeProblem({ type, url, depth }: MarkdownNode): string | null {
  if (type === 'html') return 'HTML is not allowed. Use Markdown, or write &lt; for <.';
  if (type.startsWith('image')) return 'Pictures are not allowed.';
  if (type === 'heading' && depth === 1) return 'Begin a section with ##. The page has its title already.';
  if (url !== undefined && !SAFE_LINK.test(url))
    return `The link ${url.slice(0, 60)} is not allowed. Links begin with https://, mailto:, tel:, / or #.`;
  return null;
}

const SAFE_LINK = /^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** Placeholders outside plain text: in a link, code or a title, the value would break the HTML. */
function findBadPlaceholders(markdown: string, texts: readonly TextRange[]): Problem[] {
  let lineStart = 0;
  return markdown.split('\n').flatMap((line, index) => {
    const start = lineStart;
    lineStart += line.length + 1;
    return [...line.matchAll(/\{\{(.*?)\}\}/g)].flatMap((match) => {
      const text = problemOfPlaceholder(match, start + match.index, texts);
      return text === null ? [] : [{ line: index + 1, text }];
    });
  });
}

function problemOfPlaceholder(
  [whole, name = '']: RegExpExecArray,
  start: number,
  texts: readonly TextRange[],
): string | null {
  if (!Object.hasOwn(TERMS_PLACEHOLDERS, name)) {
    const known = Object.keys(TERMS_PLACEHOLDERS).map((key) => `{{${key}}}`);
    return `${whole.slice(0, 60)} is unknown. Use ${known.join(', ')}.`;
  }
  const isInText = texts.some(([from, to]) => start >= from && start + whole.length <= to);
  return isInText ? null : `${whole} can stand in plain text only, not in a link or in code.`;
}
