import { test as journey } from '../running/journey.ts';
import { type Credentials, OfficePage } from './office-page.ts';

type Office = {
  office: OfficePage;
  admin: Credentials;
  /** The back office on another device. */
  elsewhere: OfficePage;
};

/** For journeys of staff. A file that changes accounts uses its own environment. */
export const test = journey.extend<Office>({
  office: ({ page }, use) => use(new OfficePage(page)),
  admin: ({ system }, use) => use(system.running.admin),
  elsewhere: async ({ browser, system }, use) => {
    const context = await browser.newContext({
      baseURL: system.running.app,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
    });
    await use(new OfficePage(await context.newPage()));
    await context.close();
  },
});
