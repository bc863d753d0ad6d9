import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * At each width nothing overflows and no table is clipped; at the last one axe finds nothing serious or critical, and no
 * equal landmarks. The colors of the dark theme are checked as pairs (web/kit/ui/theme/contrast.test.ts).
 */
export async function expectAccessible(page: Page, what: string, widths = [320, 640, 1280]): Promise<void> {
  for (const width of widths) await expectFitting(page, what, width);
  await expectNoFindings(page, `${what} at ${widths.at(-1)} px`);
}

/** Also on the smallest phones and on tablets. */
export function expectAccessibleEverywhere(page: Page, what: string, widths = [375, 1280]): Promise<void> {
  return expectAccessible(page, what, [320, 768, 1024, ...widths]);
}

async function expectFitting(page: Page, what: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // The window can have its new width before the rules of that width apply.
  await page.waitForFunction((px) => matchMedia(`(width: ${px}px)`).matches, width);
  await settled(page);
  const overhang = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overhang, `${what}: wider than ${width} px by`).toBe(0);
  const cutOff = await page.evaluate(() =>
    [...document.querySelectorAll('table')]
      // Scrollable elements are focusable, so that keys can scroll them.
      .filter(({ parentElement: frame }) => frame && !frame.hasAttribute('tabindex'))
      .filter(({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth)
      .map(({ caption }) => caption?.textContent),
  );
  expect(cutOff, `${what}: tables cut off at ${width} px`).toEqual([]);
}

async function expectNoFindings(page: Page, where: string): Promise<void> {
  // Elements behind the top bar show the colors of the bar.
  await page.evaluate(() => scrollTo(0, 0));
  const violations = await findViolations(page);
  const findings = violations
    .filter(({ impact, id }) => isReported(impact, id))
    .map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  expect(findings, where).toEqual([]);
}

type Rule = { id: string; impact?: axe.ImpactValue };

/** axe gives each finding of a rule the impact of the rule. The types of axe lack this list. */
const ALL_RULES = (axe as unknown as { _audit: { rules: Rule[] } })._audit.rules;

const isReported = (impact: axe.ImpactValue | undefined, rule: string) =>
  impact === undefined || impact === 'serious' || impact === 'critical' || rule === 'landmark-unique';

/** The rules whose findings are never reported. They take a fifth of a run. */
const UNUSED_RULES: axe.RuleObject = Object.fromEntries(
  ALL_RULES.filter(({ id, impact }) => !isReported(impact, id)).map(({ id }) => [id, { enabled: false }]),
);

/**
 * Runs `rules`, or all whose findings are reported. Adds axe to the page once, because parsing it takes four times as
 * long as a check. There are no frames to check.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const chosen = rules ? { runOnly: rules } : { rules: UNUSED_RULES };
  const options: axe.RunOptions = { resultTypes: ['violations'], ...chosen };
  return page.evaluate(async (given) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    return (await inPage.run(given)).violations;
  }, options);
}

export async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await settled(page);
}

/** Until a frame has passed, even the shortest transition shows the colors and widths of its start. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
