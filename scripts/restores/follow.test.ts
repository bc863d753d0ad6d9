import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { remoteTarget } from '../target.ts';
import { endMaintenance, followRestore, listOpenSteps } from './follow.ts';
import { restoreByTimeTravel } from './time-travel.ts';

/** Stands in for wrangler: writes down its arguments and answers by them. Cloudflare does not exist here. */
const WRANGLER = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const file = args.indexOf('--file');
const line = file < 0 ? args : [...args.slice(0, file), readFileSync(args[file + 1], 'utf8').replace(/\\s+/g, ' ').trim()];
appendFileSync(process.env.RECORD, line.join(' ').replace(/\\s+/g, ' ') + '\\n');
const answers = JSON.parse(process.env.ANSWERS);
const [, answer = ''] = Object.entries(answers).find(([start]) => args.join(' ').startsWith(start)) ?? [];
if (answer.includes('ERROR')) process.exitCode = 1;
console.log(answer);
`;

const folder = mkdtempSync(join(tmpdir(), 'follow-'));
const record = join(folder, 'record');
writeFileSync(join(folder, 'wrangler'), WRANGLER);
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
chmodSync(join(folder, 'wrangler'), 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  writeFileSync(record, '');
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  vi.stubEnv('RECORD', record);
});

const answer = (answers: Record<string, string>) => vi.stubEnv('ANSWERS', JSON.stringify(answers));
const commands = () => readFileSync(record, 'utf8').trim().split('\n');

/** As wrangler 4 prints it for a key without a value. */
const NO_VALUE =
  '\n✘ [ERROR] Failed to fetch https://api.cloudflare.com/client/v4/accounts/a1/storage/kv/namespaces/n1/values/maintenance - 404: Not Found\n';
const NO_VALUE_OF_TRAVEL = NO_VALUE.replace('values/maintenance', 'values/time-travel');

it('a flag without a value is read as null, and every other failure is an error', async () => {
  const target = remoteTarget('production');
  answer({ 'kv key get': NO_VALUE });
  expect(await target.readFlag('maintenance')).toBeNull();
  answer({ 'kv key get': NO_VALUE.replace('404: Not Found', '403: Forbidden') });
  await expect(target.readFlag('maintenance')).rejects.toThrow('403: Forbidden');
  answer({ 'kv key get': 'ERROR A request to the Cloudflare API (/accounts/a1) failed. 404' });
  await expect(target.readFlag('maintenance')).rejects.toThrow('The flag maintenance could not be read');
});

it('travels in maintenance only, applies newer migrations, and then tells the Worker', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  answer({ 'kv key get': NO_VALUE });
  const target = remoteTarget('preview');
  await expect(restoreByTimeTravel(target, '2026-11-21T14:00:00Z')).rejects.toThrow('Maintenance is off');
  writeFileSync(record, '');
  const inMaintenance = { 'kv key get maintenance': 'on', 'd1 time-travel info': '{ "bookmark": "b-1" }' };
  answer({ ...inMaintenance, 'kv key get time-travel': NO_VALUE_OF_TRAVEL });
  await restoreByTimeTravel(target, '2026-11-21T09:00:00-05:00');
  expect(commands()).toEqual([
    'kv key get maintenance --text --binding FLAGS --remote --env preview',
    'kv key get time-travel --text --binding FLAGS --remote --env preview',
    'd1 time-travel info DB --json --env preview',
    'kv key put time-travel 2026-11-21T14:00:00.000Z b-1 --binding FLAGS --remote --env preview',
    'd1 time-travel restore DB --timestamp=2026-11-21T14:00:00.000Z --json --env preview',
    'd1 migrations apply DB --remote --env preview',
    expect.stringMatching(
      /^d1 execute DB --remote .*INSERT INTO restores .* VALUES \('time_travel', \d+, 1795269600000\)$/,
    ),
    'kv key delete time-travel --binding FLAGS --remote --env preview',
  ]);
  expect(printed.mock.calls.flat().join()).toContain('--bookmark=b-1');

  // Interrupted after Time Travel: only the flag knows of it, and the database has no restore.
  const database = JSON.stringify({
    results: [{ loading: 0, id: null, finished: 0, step: null, result: null }],
  });
  answer({
    ...inMaintenance,
    'kv key get time-travel': '2026-11-21T14:00:00.000Z b-0',
    'd1 execute': `[\n  ${database}\n]`,
  });
  const again = 'run npm run restore -- --time-travel 2026-11-21T14:00:00.000Z again';
  await expect(followRestore(target)).rejects.toThrow(again);
  await expect(endMaintenance(target, { isForced: false })).rejects.toThrow(again);
  writeFileSync(record, '');
  await restoreByTimeTravel(target, '2026-11-21T14:00:00.000Z');
  expect(commands()).toContain(
    'kv key put time-travel 2026-11-21T14:00:00.000Z b-0 --binding FLAGS --remote --env preview',
  );
  writeFileSync(record, '');
  await endMaintenance(target, { isForced: true });
  expect(commands().slice(-3)).toEqual([
    expect.stringMatching(/--command UPDATE cron_runs SET expected_since = /),
    'kv key delete time-travel --binding FLAGS --remote --env preview',
    'kv key delete maintenance --binding FLAGS --remote --env preview',
  ]);
});

it.each(['yesterday', '2026-11-21', '2026-11-21T14:00:00', '2999-01-01T00:00:00Z'])(
  'refuses %s as an instant',
  async (instant) => {
    await expect(restoreByTimeTravel(remoteTarget('production'), instant)).rejects.toThrow(
      `'${instant}' is no past instant: write it like 2026-11-21T14:00:00Z.`,
    );
    expect(commands()).toEqual(['']);
  },
);

it('lists open steps, and says when a restore is not loaded', async () => {
  const target = remoteTarget('production');
  const found = (row: object) =>
    answer({ 'd1 execute': `[\n  ${JSON.stringify({ results: [row] })}\n]`, 'kv key get': 'on' });
  found({ loading: 0, id: 1, finished: 0, step: 'hold-notifications', result: '{}' });
  expect((await listOpenSteps(target))[0]).toBe('End all sessions');
  found({ loading: 0, id: null, finished: 0, step: null, result: null });
  expect(await listOpenSteps(target)).toEqual([]);
  // The backup itself has a finished restore.
  found({ loading: 1, id: 1, finished: 1, step: 'hold-notifications', result: '{}' });
  await expect(listOpenSteps(target)).rejects.toThrow('A restore is not loaded completely');
  answer({ 'd1 execute': 'ERROR no such table: restores' });
  await expect(listOpenSteps(target)).rejects.toThrow('A restore is not loaded completely');
});
