import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { PROSE_RULES } from './prose-words.ts';

export type ProseFinding = { file: string; line: number; found: string; instead: string };

const SCANNED = /\.(?:tsx?|mjs|html|md|toml|sql|css)$/;
const NOT_SCANNED = /\.gen\.ts$|^scripts\/verify\/prose|^node_modules\//;

/**
 * One line for each word of prose-words.ts in tracked files and their names; '' without any. Exception: a comment
 * `prose-ok: reason` on the line or on the line before.
 */
export function checkProse(root: string): string {
  const lines = scan(root).map(sentence);
  return lines.length === 0
    ? ''
    : `${lines.join('\n')}\nWrite it plainly, or add a comment 'prose-ok: reason'.`;
}

/** Findings of one file; line 0 is the file's name. */
export function proseFindings(file: string, text: string): ProseFinding[] {
  const lines = text.split('\n');
  const inName = findingsOfLine(file.replace(/\.\w+$/, ''), file, 0);
  const readable = /\.(?:sql|css)$/.test(file) ? commentsOnly(lines) : lines;
  return inName.concat(
    readable.flatMap((line, index) =>
      line.includes('prose-ok:') || lines[index - 1]?.includes('prose-ok:')
        ? []
        : findingsOfLine(line, file, index + 1),
    ),
  );
}

function findingsOfLine(line: string, file: string, number: number): ProseFinding[] {
  if (line.length > 5000) return [];
  const words = splitWords(line);
  return PROSE_RULES.flatMap(({ pattern, instead, isRaw }) =>
    [...(isRaw ? line : words).matchAll(pattern)].map(([found]) => ({ file, line: number, found, instead })),
  );
}

/** 'tellOfRefund-now' -> 'tell of refund now'. */
function splitWords(line: string): string {
  return line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_,]/g, ' ')
    .replace(/ +/g, ' ')
    .toLowerCase();
}

/** The same lines with everything but comments removed. */
function commentsOnly(lines: string[]): string[] {
  let isInside = false;
  return lines.map((line) => {
    const start = line.indexOf('/*');
    const isComment = isInside || start >= 0;
    if (start >= 0) isInside = true;
    if (line.includes('*/')) isInside = false;
    if (isComment) return line;
    const dashes = line.indexOf('-- ');
    return dashes >= 0 ? line.slice(dashes) : '';
  });
}

function scan(root: string): ProseFinding[] {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  return files
    .filter((file) => SCANNED.test(file) && !NOT_SCANNED.test(file) && existsSync(join(root, file)))
    .flatMap((file) => proseFindings(file, readFileSync(join(root, file), 'utf8')));
}

const sentence = ({ file, line, found, instead }: ProseFinding) =>
  `${file}:${line} '${found}': write ${instead}`;

/** npx node scripts/verify/prose.ts [FOLDER]: prints the findings. */
function main([folder = '']: string[]): void {
  const findings = scan(ROOT).filter(({ file }) => file.startsWith(folder));
  for (const finding of findings) console.log(sentence(finding));
  console.log(`${findings.length} findings`);
}

if (import.meta.main) main(process.argv.slice(2));
