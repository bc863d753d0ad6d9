import type { Page } from '@playwright/test';

/** Collects console errors, warnings of the content security policy, uncaught errors and failed responses of a page. */
export function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      browserErrors.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) browserErrors.push(`${response.status()}: ${response.url()}`);
  });
  return browserErrors;
}
