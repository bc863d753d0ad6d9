import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeState } from './local/state.ts';
import { chooseTarget } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'target-'));
const running = join(folder, 'running');
const crashed = join(folder, 'crashed');
const stopped = join(folder, 'stopped');
/** The greatest process id of Linux is below this. */
const NO_PROCESS = 2 ** 30;

const system = (pid: number) => ({
  app: 'http://localhost:1',
  admin: { username: '', password: '' },
  stripe: '',
  drivers: [],
  mailbox: '',
  routing: '',
  texts: '',
  pids: [pid],
});
writeState(running, 'running.json', system(process.pid));
writeState(crashed, 'running.json', system(NO_PROCESS));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { args: [], stateDir: running, expected: `Target: the local system at http://localhost:1 (${running})` },
  { args: [], stateDir: crashed, expected: 'Target: production at Cloudflare' },
  { args: [], stateDir: stopped, expected: 'Target: production at Cloudflare' },
  { args: ['--remote'], stateDir: running, expected: 'Target: production at Cloudflare' },
  { args: ['--preview'], stateDir: running, expected: 'Target: staging at Cloudflare' },
  { args: ['on', '--local'], stateDir: stopped, expected: `Target: the local system (${stopped})` },
])('$args: $expected', ({ args, stateDir, expected }) => {
  expect(chooseTarget(args, stateDir).title).toBe(expected);
});

it('two targets are refused', () => {
  expect(() => chooseTarget(['--local', '--remote'], stopped)).toThrow('Choose one of --local and --remote.');
});

it('a local system that does not run is named in the error', async () => {
  await expect(chooseTarget(['--local'], stopped).query('SELECT 1')).rejects.toThrow(
    `No system is running on ${stopped}`,
  );
});
