import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** At each width: no serious or critical finding of axe, and nothing wider than the window. */
export async function expectSound(page: Page, what: string, widths = [320, 640, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overhang, `${what}: wider than ${width} px by`).toBe(0);
    // Legacy mode: without it every look opens a page of its own, and there are no frames here to look into.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect(findings, `${what} at ${width} px`).toEqual([]);
  }
}
