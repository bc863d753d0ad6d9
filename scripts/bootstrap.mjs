// The entry of every command: node scripts/bootstrap.mjs start. Installs missing packages, then runs the
// command on the project's own Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledNode, installMissing, nodeTooOld } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command = '', ...args] = process.argv.slice(2);
const script = join(root, 'scripts', `${command.replace(':', '-')}.ts`);

const tooOld = nodeTooOld(process.versions.node);
if (tooOld) quit(tooOld);
if (!/^[a-z:]+$/.test(command) || !existsSync(script)) quit(`There is no command '${command}' in scripts/.`);
try {
  await installMissing(root);
} catch (error) {
  quit(error instanceof Error ? error.message : String(error));
}
handOver();

/**
 * @param {string} sentence
 * @returns {never}
 */
function quit(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * What runs a whole system gets a group of its own, so that Ctrl-C reaches it once, by us, and so that nothing of it
 * can outlive us.
 */
function handOver() {
  const ownGroup = command === 'start' || command === 'bench';
  const bins = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin')];
  const child = spawn(bundledNode(root), ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    detached: ownGroup,
    stdio: ownGroup ? ['ignore', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: {
      ...process.env,
      PATH: [...bins, process.env.PATH].join(delimiter),
      WRANGLER_SEND_METRICS: 'false',
      // Node caches compiled modules, so the processes of a test run start faster.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node'),
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (ownGroup && process.env.npm_command) followParent(child);
  child.on('error', (error) => quit(error.message));
  child.on('exit', (code, signal) => {
    if (ownGroup && child.pid) killGroup(child.pid);
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}

/**
 * An npm that is killed with SIGKILL forwards no signal; its child then gets another parent.
 * @param {import('node:child_process').ChildProcess} child
 */
function followParent(child) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}
