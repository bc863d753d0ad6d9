import { expect, it } from 'vitest';
import { duplicateExports } from './exported-names.ts';
import { proseFindings } from './prose.ts';

const found = (file: string, text: string) =>
  proseFindings(file, text).map(({ line, found: word }) => `${line} ${word}`);

it('finds a word in comments, texts, identifiers and file names', () => {
  expect(found('worker/late-faces.ts', '// Whoever waits')).toEqual(['0 faces', '1 whoever']);
  expect(found('web/x.tsx', "const a = 'Nobody is here';\nconst myPatience = 1;")).toEqual([
    '1 nobody',
    '2 patience',
  ]);
  expect(found('worker/tell-customer.ts', 'tellOfRefund()')).toEqual(['0 tell-customer', '1 tellOfRefund']);
});

it('accepts words of the trade and usual words', () => {
  expect(
    found('a.ts', 'await Promise.all(x); await late.promise; const promise: Promise<void> = y;'),
  ).toEqual([]);
  expect(
    found('a.ts', "import x from 'node:fs/promises'; // dead letters, letters, digits and interfaces"),
  ).toEqual([]);
  expect(found('a.ts', 'such as yours; tells them apart')).toEqual([]);
});

it('reads only the comments of SQL and CSS', () => {
  expect(found('a.sql', '-- whoever\nSELECT whoever;\n')).toEqual(['1 whoever']);
  expect(found('a.css', '/* one\n ours */\n.ours {}')).toEqual(['2 ours']);
});

it('accepts an exception with its reason on the line or on the line before', () => {
  expect(
    found('a.ts', "// prose-ok: a quote\nconst a = 'ours';\nconst b = 'ours'; // prose-ok: a quote"),
  ).toEqual([]);
});

it('finds a name that two files export', () => {
  const texts: Record<string, string> = {
    'worker/a.ts': 'export type Hold = 1;\nexport const Hold = 2;\nexport const one = 1;',
    'web/b.ts': 'export type Hold = 3;\nexport { one } from "./a.ts";',
    'web/test/c.ts': 'export const one = 2;',
  };
  const names = duplicateExports(Object.keys(texts), (file) => texts[file] ?? '');
  expect(Object.fromEntries(names)).toEqual({
    Hold: [
      { file: 'worker/a.ts', line: 1 },
      { file: 'web/b.ts', line: 1 },
    ],
  });
});
