import { type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { Day } from '#domain/shared/days.ts';
import { FIRM_CARD, FIRM_PROFILE, FIRM_ZIPS, firmTerms } from './card.ts';
import { closedDay } from './plan.ts';
import type { Staff } from './staff-session.ts';

/** Sets the firm up as its owner does on the settings pages: profile, catalog, terms, a closed day. */
export async function publishFirm(staff: Staff, today: Day): Promise<void> {
  await staff.send('PUT', 'admin/business', FIRM_PROFILE);
  const { etags } = await staff.get<CatalogDraft>('admin/catalog/draft');
  for (const section of Object.keys(FIRM_CARD) as (keyof typeof FIRM_CARD)[]) {
    const path = `admin/catalog/draft/${SECTION_PATHS[section]}`;
    await staff.put(path, { etag: etags[section], body: FIRM_CARD[section] });
  }
  for (const [zone, zips] of Object.entries(FIRM_ZIPS)) {
    await staff.send('POST', 'admin/catalog/draft/zips', { zone, zips, mode: 'add' });
  }
  await staff.send('POST', 'admin/catalog/publish', { note: 'Prices with tons, zones and tax' });
  await publishTerms(staff);
  await staff.send('POST', 'admin/blackout-days', { day: closedDay(today), reason: 'Truck inspection' });
}

type LegalTexts = { current: { terms: { version: string; markdown: string } } };

/** A Sunday on which the firm works once: its calendar is open while `use` runs. */
export async function withOpenSunday(staff: Staff, use: () => Promise<void>): Promise<void> {
  const { calendar } = FIRM_CARD;
  const deliveryWeekdays = [0, ...calendar.deliveryWeekdays];
  await publishCalendar(staff, { calendar: { ...calendar, deliveryWeekdays }, note: 'Open this Sunday' });
  await use();
  await publishCalendar(staff, { calendar, note: 'Closed on Sundays again' });
}

type CalendarChange = { calendar: typeof FIRM_CARD.calendar; note: string };

async function publishCalendar(staff: Staff, { calendar, note }: CalendarChange): Promise<void> {
  const { etags } = await staff.get<CatalogDraft>('admin/catalog/draft');
  const path = `admin/catalog/draft/${SECTION_PATHS.calendar}`;
  await staff.put(path, { etag: etags.calendar, body: calendar });
  await staff.send('POST', 'admin/catalog/publish', { note });
}

async function publishTerms(staff: Staff): Promise<void> {
  const { version, markdown } = (await staff.get<LegalTexts>('admin/terms')).current.terms;
  const body = { type: 'terms', markdown: firmTerms(markdown), replaces: version };
  await staff.send('POST', 'admin/terms', body);
}
