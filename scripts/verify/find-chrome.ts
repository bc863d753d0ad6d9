import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
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
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_PATHS];
  const found = candidates.find(isThere);
  if (found) return found;
  throw new Error(
    'No Chrome or Chromium was found: install one (Debian and Ubuntu: sudo apt-get install chromium; macOS: brew install --cask google-chrome) or set CHROME_PATH.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
