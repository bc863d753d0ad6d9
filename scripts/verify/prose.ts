import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { overPending, readPending, shrinkPending } from './pending.ts';
import { PROSE_RULES } from './prose-words.ts';

export type ProseFinding = { file: string; line: number; found: string; instead: string };

const SCANNED = /\.(?:tsx?|mjs|html|md|toml|sql|css)$/;
const NOT_SCANNED = /\.gen\.ts$|^scripts\/verify\/prose|^node_modules\//;
const PENDING = 'scripts/verify/prose-pending.txt';

/**
 * Fails on the words of prose-words.ts in tracked files and their names. Exception: `prose-ok: reason` in a comment on
 * the line or on the line before. Files of prose-pending.txt may keep the number of findings that is written there.
 */
export function checkProse(root: string): string {
  const findings = scan(root);
  const over = overPending(countByFile(findings), readPending(join(root, PENDING)));
  const lines = findings.filter(({ file }) => over.has(file)).map(sentence);
  if (lines.length === 0) return '';
  return `${lines.join('\n')}\nWrite it plainly, or add a comment 'prose-ok: reason'. After moving files: npx node scripts/verify/prose.ts --update`;
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

function countByFile(findings: ProseFinding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of findings) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

function main(args: string[]): void {
  const findings = scan(ROOT);
  if (args.includes('--update')) {
    const path = join(ROOT, PENDING);
    writeFileSync(path, shrinkPending(countByFile(findings), readPending(path)));
  } else {
    for (const finding of findings.filter(({ file }) => args.every((folder) => file.startsWith(folder))))
      console.log(sentence(finding));
    console.log(`${findings.length} findings in ${countByFile(findings).size} files`);
  }
}

if (import.meta.main) main(process.argv.slice(2));
