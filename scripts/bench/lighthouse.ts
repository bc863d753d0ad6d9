import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '#scripts/local/processes/ports.ts';
import { installMissing } from '../install.mjs';
import { ROOT } from '../root.ts';
import { findChrome } from '../verify/find-chrome.ts';
import { quantile } from './load.ts';

const VISITS = 5;

export type PaintFigures = { medianMs: number; visitsMs: number[]; scriptBytes: number };

/**
 * Lighthouse's largest contentful paint of a page with its mobile preset (slow 4G, four times slower processor) and an
 * empty cache: the median of five visits, each in a new browser.
 */
export async function measureLargestPaint(
  url: string,
  extraHeaders: Record<string, string> = {},
): Promise<PaintFigures> {
  const lighthouse = await loadLighthouse();
  const visits: Visit[] = [];
  while (visits.length < VISITS) visits.push(await visit(lighthouse, url, extraHeaders));
  const visitsMs = visits.map(({ lcpMs }) => lcpMs);
  return {
    visitsMs,
    medianMs: quantile(
      visitsMs.toSorted((a, b) => a - b),
      0.5,
    ),
    scriptBytes: visits[0]?.scriptBytes ?? 0,
  };
}

type Visit = { lcpMs: number; scriptBytes: number };
type Transfer = { resourceType?: string; transferSize?: number };

type Audit = { numericValue?: number; details?: unknown };
/** The part of Lighthouse's API that is used here. */
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyAudits: string[]; extraHeaders: Record<string, string> },
) => Promise<{ lhr: { finalDisplayedUrl: string; audits: Record<string, Audit> } } | undefined>;

/** Lighthouse is a package of its own, because only the bench needs it. Installs it in .cache at the first call. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(ROOT, '.cache', 'lighthouse');
  cpSync(join(import.meta.dirname, 'lighthouse'), folder, { recursive: true });
  await installMissing(folder);
  const file = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}

async function visit(
  lighthouse: Lighthouse,
  url: string,
  extraHeaders: Record<string, string>,
): Promise<Visit> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChrome(process.env),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox'],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyAudits: ['largest-contentful-paint', 'network-requests'],
      extraHeaders,
    });
    const audits = result?.lhr.audits;
    const lcpMs = audits?.['largest-contentful-paint']?.numericValue;
    if (result?.lhr.finalDisplayedUrl !== url || lcpMs === undefined) {
      throw new Error(`${url} was not shown: ${result?.lhr.finalDisplayedUrl ?? 'no answer'}`);
    }
    const requests = audits?.['network-requests']?.details as { items?: Transfer[] } | undefined;
    const scripts = (requests?.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
    return { lcpMs, scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) };
  } finally {
    await browser.close();
  }
}
