/** The parser's time grows with the square of these counts, so they are limited before it runs. */
const MAX_LINES = 2_000;
const MAX_MARKS = 3_000;
const MAX_BLOCK_LINES = 300;
const MAX_BLOCK_MARKS = 500;
const MAX_NESTING = 5;
const MAX_INDENT = 60;
const TAB_WIDTH = 4;

const LINE_END = /\r\n|\n|\r/;
/** Characters that the parser compares with each other: emphasis, links, HTML, code and placeholders. */
const MARK = /[*_[\]<`{]/g;
const MARKS_SHOWN = '* _ [ ] < ` { and marks of lists and quotes';
/** What begins an item of a list, or a quote. */
const CONTAINER = />|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)/g;
const LINE_START = new RegExp(`^(?:[ \\t]*(?:${CONTAINER.source}))*[ \\t]*`);

type Problem = { line: number; text: string };
type Block = { lines: number; marks: number };

/** Returns the first part of a Markdown text that would take too long to parse; null without one. */
export function findTooComplexPart(markdown: string): Problem | null {
  const lines = markdown.split(LINE_END);
  if (lines.length > MAX_LINES)
    return { line: MAX_LINES + 1, text: `The text can have ${shown(MAX_LINES)} lines at most.` };
  let marks = 0;
  let block: Block = { lines: 0, marks: 0 };
  for (const [index, text] of lines.entries()) {
    const [start = ''] = LINE_START.exec(text) ?? [];
    const found = countMatches(text, MARK) + countMatches(start, CONTAINER);
    marks += found;
    block =
      text.trim() === '' ? { lines: 0, marks: 0 } : { lines: block.lines + 1, marks: block.marks + found };
    const problem = findBoundsProblem(start, block, marks);
    if (problem !== null) return { line: index + 1, text: problem };
  }
  return null;
}

/** `start`: of a line, with its marks of lists and quotes. `block`: up to that line. `marks`: of the text up to it. */
function findBoundsProblem(start: string, block: Block, marks: number): string | null {
  if (countMatches(start, CONTAINER) > MAX_NESTING)
    return `Lists and quotes can be nested ${MAX_NESTING} levels deep at most.`;
  if (countIndent(start) > MAX_INDENT) return `A line can be indented by ${MAX_INDENT} spaces at most.`;
  if (block.lines > MAX_BLOCK_LINES)
    return `A part without an empty line can have ${MAX_BLOCK_LINES} lines at most.`;
  if (block.marks > MAX_BLOCK_MARKS)
    return `A part without an empty line can have ${MAX_BLOCK_MARKS} of ${MARKS_SHOWN} at most.`;
  if (marks > MAX_MARKS) return `The text can have ${shown(MAX_MARKS)} of ${MARKS_SHOWN} at most.`;
  return null;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function countIndent(start: string): number {
  const tabs = countMatches(start, /\t/g);
  return countMatches(start, / /g) + tabs * TAB_WIDTH;
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
