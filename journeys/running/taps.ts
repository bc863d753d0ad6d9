import { expect, type Locator, type Page } from '@playwright/test';

/** Between the two taps of a double tap. */
export const TAP_GAPS_MS = [60, 180, 350];

/** Two taps of a finger at the middle of an element, whatever stands there at the second one. */
export async function doubleTap(page: Page, target: Locator, gapMs: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap');
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.touchscreen.tap(...at);
  await page.waitForTimeout(gapMs);
  await page.touchscreen.tap(...at);
}

/** Taps reach the step again. */
export async function expectInputAccepted(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-input-paused');
}

/** The documents that the page shows one after the other. */
export function watchDocuments(page: Page): string[] {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && visited.at(-1) !== pathname) visited.push(pathname);
  });
  return visited;
}
