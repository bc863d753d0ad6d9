import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A headless browser: the system's, else Playwright's. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}
