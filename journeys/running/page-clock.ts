import type { Page } from '@playwright/test';

/**
 * Moves the page's clock one second ahead and stops it there. Playwright refuses a time that the clock has passed
 * when the command arrives, so the second is room for a slow machine.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}
