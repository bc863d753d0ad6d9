import { expect, type Locator, type Page } from '@playwright/test';

/** Milliseconds between the two taps of a double tap. */
export const TAP_GAPS_MS = [60, 180, 350];

/**
 * Two taps of a finger at the middle of an element, even if another element is there at the second one. The events carry the
 * times of the gap: a machine that is busy delivers the second tap late, and a browser would report it in time.
 */
export async function doubleTap(page: Page, target: Locator, gapMs: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const browser = await page.context().newCDPSession(page);
  const tapAt = async (timeMs: number) => {
    const timestamp = timeMs / 1000;
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  };
  const firstMs = Date.now();
  await tapAt(firstMs);
  await page.waitForTimeout(gapMs);
  await tapAt(firstMs + gapMs);
  await browser.detach();
}

/** Waits until taps reach the step again. */
export async function expectInputAccepted(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-input-paused');
}

/** Collects the paths of the documents that the page shows, in order. */
export function watchDocuments(page: Page): string[] {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && visited.at(-1) !== pathname) visited.push(pathname);
  });
  return visited;
}
