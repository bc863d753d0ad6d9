import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const inBackticks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('the runbook names events that the Worker writes into its log', () => {
  const [, watched = ''] = /## What to watch\n(.*?)\n## /s.exec(read('docs/runbook.md')) ?? [];
  const rows = watched.split('\n').filter((line) => line.startsWith('| `'));
  const events = rows.flatMap((row) => inBackticks(row).slice(0, 1));
  expect(events.length).toBeGreaterThan(10);
  const files = readdirSync(join(ROOT, 'worker'), { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => read(join('worker', file)))
    .join('\n');
  expect(events.filter((event) => !sources.includes(`'${event}'`))).toEqual([]);
});

it('deploying.md lists the webhook events that the Worker applies', () => {
  const [line = ''] = /^\d+\. In Stripe, a webhook endpoint.*$/m.exec(read('docs/deploying.md')) ?? [];
  const named = inBackticks(line).filter((code) => /^[a-z_]+(\.[a-z_]+)+$/.test(code));
  const applied = [...read('worker/queue/apply-event.ts').matchAll(/^ {2}'([a-z_.]+)': /gm)];
  expect(named).toEqual(applied.map(([, type]) => type));
});
