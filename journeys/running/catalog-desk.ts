import { type APIRequestContext, expect, request } from '@playwright/test';
import { type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Credentials } from '../office/office-page.ts';

const CATALOG = '/api/admin/catalog';

/** The owner who edits and publishes without a browser, by the calls of the settings pages. */
export class CatalogDesk {
  readonly #api: APIRequestContext;

  constructor(api: APIRequestContext) {
    this.#api = api;
  }

  static async open(app: string, owner: Credentials): Promise<CatalogDesk> {
    const api = await request.newContext({ baseURL: app });
    const login = await api.post('/api/admin/login', { data: owner });
    expect(login.status()).toBe(200);
    return new CatalogDesk(api);
  }

  /** Replaces a section of the draft by what `change` makes of it. */
  async change<S extends CatalogSection>(section: S, change: (current: RateCard[S]) => RateCard[S]) {
    const draft = (await (await this.#api.get(`${CATALOG}/draft`)).json()) as CatalogDraft;
    const reply = await this.#api.put(`${CATALOG}/draft/${SECTION_PATHS[section]}`, {
      data: change(draft.sections[section]),
      headers: { 'If-Match': draft.etags[section] ?? '' },
    });
    expect([section, reply.status()]).toEqual([section, 200]);
  }

  /** No deliveries and pickups on the day, at once. */
  async closeDay(day: Day, reason: string) {
    const reply = await this.#api.post('/api/admin/blackout-days', { data: { day, reason } });
    expect(reply.status()).toBe(200);
  }

  async changeZips(zone: string, mode: 'add' | 'remove', zips: string[]) {
    const reply = await this.#api.post(`${CATALOG}/draft/zips`, { data: { zone, mode, zips } });
    expect(reply.status()).toBe(200);
  }

  /** Returns what the publication changes, in words. */
  async publish(note: string): Promise<string[]> {
    const shown = await this.#api.get(`${CATALOG}/differences`);
    const { differences } = (await shown.json()) as { differences: { text: string }[] };
    const headers = { 'If-Match': shown.headers().etag ?? '' };
    const reply = await this.#api.post(`${CATALOG}/publish`, { data: { note }, headers });
    expect([reply.status(), reply.ok() ? null : await reply.json()]).toEqual([200, null]);
    return differences.map(({ text }) => text);
  }

  async publishTerms(change: (markdown: string) => string) {
    const { current } = (await (await this.#api.get('/api/admin/terms')).json()) as {
      current: { terms: { version: string; markdown: string } };
    };
    const { version, markdown } = current.terms;
    const data = { type: 'terms', markdown: change(markdown), replaces: version };
    const reply = await this.#api.post('/api/admin/terms', { data });
    expect(reply.status()).toBe(201);
  }
}
