import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A browser without a window: the system's own, else the one that Playwright brought. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}
