import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without windows: it takes a third less processor time. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the browser: CHROME_PATH, else one with a usual name. Throws how to install one. */
export function findChrome(env: Record<string, string | undefined>, isThere = isExecutable): string {
  if (env.CHROME_PATH) {
    if (isThere(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH names no program: ${env.CHROME_PATH}.`);
  }
  const found = [...onPath(env, NAMES), ...MAC_PATHS].find(isThere);
  if (found) return found;
  throw new Error(
    'No Chrome or Chromium was found: install one (Debian and Ubuntu: sudo apt-get install chromium; macOS: brew install --cask google-chrome) or set CHROME_PATH.',
  );
}

/** As findChrome, but a headless shell is preferred to a whole browser. It shows no notifications. */
export function findHeadlessShell(env: Record<string, string | undefined>, isThere = isExecutable): string {
  const shell = env.CHROME_PATH ? undefined : onPath(env, SHELL_NAMES).find(isThere);
  return shell ?? findChrome(env, isThere);
}

function onPath(env: Record<string, string | undefined>, names: readonly string[]): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
