import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Rule = { files: RegExp; word: RegExp; instead: string };

/** Each screen has one noun for a thing: staff move units, customers rent dumpsters. The inventory has dumpsters, too. */
const RULES: readonly Rule[] = [
  {
    files:
      /^(?:web\/office\/(?!inventory\/|settings\/(?!dispatch\/))|web\/driver\/|domain\/(?:rental\/changes|dispatch)\/|worker\/(?:bookings|fleet\/locations|dispatch\/(?!customer-texts))\b)/,
    word: /\bdumpsters?\b/i,
    instead: 'unit',
  },
  { files: /^web\/office\/inventory\//, word: /\bunits?\b/i, instead: 'dumpster' },
  {
    files: /^web\/(?:office\/(?!clients\/|palette\/|pages\.ts)|driver\/|kit\/)/,
    word: /\bclients?\b/i,
    instead: 'customer',
  },
  { files: /^web\/office\/(?:clients|palette)\//, word: /\bcustomers?\b/i, instead: 'client' },
  { files: /^(?:web|domain)\//, word: /\b(?:end date|end day|last rental day)\b/i, instead: 'last day' },
];

/** Texts and field names that are specified as they are. */
const SPECIFIED = ['Dumpster Rental Bookings', 'Dumpster type'];

/** One line for each text that has another noun than its screen; '' without any. */
export function checkScreenNouns(root: string): string {
  const files = execFileSync('git', ['ls-files', 'web', 'domain', 'worker'], { cwd: root, encoding: 'utf8' });
  const lines = files
    .split('\n')
    .filter(
      (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/test/') && existsSync(join(root, file)),
    )
    .flatMap((file) => nounFindings(file, readFileSync(join(root, file), 'utf8')));
  return lines.join('\n');
}

/** Findings of one file, each as a sentence. */
export function nounFindings(file: string, source: string): string[] {
  const rules = RULES.filter(({ files }) => files.test(file));
  if (rules.length === 0) return [];
  return source.split('\n').flatMap((line, index) => {
    const texts = textsOf(line, file.endsWith('.tsx')).filter((text) => !SPECIFIED.includes(text));
    return rules.flatMap(({ word, instead }) => {
      const found = texts.map((text) => word.exec(text)?.[0]).find(Boolean);
      return found ? [`${file}:${index + 1} '${found}': this screen says '${instead}'`] : [];
    });
  });
}

/** The texts of a line that users can read: sentences and capitalized words, without the code in them. */
function textsOf(line: string, isMarkup: boolean): string[] {
  const code = line.trim();
  if (/^(?:\/\/|\/?\*|import )/.test(code) || /\bsql[`<]|\b(?:SELECT|FROM|JOIN)\b/.test(code)) return [];
  const quoted = [...code.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map(([, , text = '']) => text);
  const spoken = quoted.filter((text) => text.includes(' ') || /^[A-Z]/.test(text));
  return [...spoken, ...(isMarkup ? markupTexts(code) : [])].map((text) => text.replace(/\$\{[^}]*\}/g, ''));
}

/** The texts between tags, and a line of text that has no tag. */
function markupTexts(code: string): string[] {
  const plain = code.replace(/\{[^}]*\}/g, '');
  const between = [...plain.matchAll(/>([^<>{}]+)</g)].map(([, text = '']) => text);
  const isTextOnly =
    /^[A-Za-z]/.test(plain) &&
    plain.includes(' ') &&
    !/[=;()<>{}]|^(?:type|export|const) |^\w+: \w+,$/.test(plain);
  return isTextOnly ? [...between, plain] : between;
}
