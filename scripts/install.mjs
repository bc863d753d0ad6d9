// Runs on the Node a fresh machine has (20 or later), before anything is installed: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

const OLDEST_NODE = 20;

/**
 * @param {string} version as process.versions.node
 * @returns {string | null} one sentence when this Node cannot run the project
 */
export function nodeTooOld(version) {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return null;
  return `This project needs Node ${OLDEST_NODE} or later, and this is Node ${version}: install a newer one from https://nodejs.org and try again.`;
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Entry
 * @param {Record<string, Entry>} wanted packages of package-lock.json
 * @param {Record<string, Entry>} installed packages of node_modules/.package-lock.json
 * @returns {string[]} the paths whose package is missing or another version
 */
export function outdatedPackages(wanted, installed) {
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (path === '' || entry.link) return false;
      const present = installed[path];
      if (!present) return !entry.optional && !entry.devOptional;
      return present.version !== entry.version || present.integrity !== entry.integrity;
    })
    .map(([path]) => path);
}

/** @param {string} root */
export function bundledNode(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/**
 * Installs what package-lock.json asks for; a few milliseconds when all of it is there.
 * @param {string} root of this project, or a folder with a package of its own
 */
export async function installMissing(root) {
  if (isInstalled(root)) return;
  await withLock(join(root, '.cache', 'install.lock'), async () => {
    if (isInstalled(root)) return;
    process.stderr.write('Installing packages (once, about a minute) ...\n');
    const npm = process.env.npm_execpath;
    const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    const { status, error } = spawnSync(command, [...first, 'ci', '--no-progress', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: withoutNpmSettings(process.env),
    });
    if (error) throw error;
    if (status !== 0)
      throw new Error('The packages could not be installed: npm ci failed (its reason is above).');
  });
}

/** @param {string} root */
function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (wanted['node_modules/node'] && !existsSync(bundledNode(root))) return false;
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return outdatedPackages(wanted, installed).length === 0;
}

/**
 * @param {string} file
 * @returns {Record<string, Entry>}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * What `npm run` hands to its script describes that run and would steer a nested npm.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmSettings(env) {
  const kept = Object.entries(env).filter(
    ([name]) =>
      !/^npm_(lifecycle|package|command|config_(local_prefix|noproxy|global_prefix|user_agent|node_gyp))/i.test(
        name,
      ),
  );
  return Object.fromEntries(kept);
}
