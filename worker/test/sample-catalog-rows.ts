import type { Row } from './sample-rows.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10);

/** The part of ROWS about the catalog, the terms and the calendar. */
export const CATALOG_ROWS = {
  project_presets: (n) => ({
    id: `preset-${n}`,
    kind: 'project',
    name: 'Kitchen remodel',
    material: 'mixed',
    volume_low: 8,
    volume_high: 14,
    weight_low: 2000,
    weight_high: 4000,
    position: n,
  }),
  charge_items: (n) => ({
    id: `item-${n}`,
    name: 'Mattress',
    unit: 'each',
    unit_price: 3500,
    is_taxable: 1,
    position: n,
  }),
  zones: (n) => ({ id: `zone-${n}`, name: 'North', position: n }),
  zone_zips: (n) => ({ from_zip: String(12_000 + n), to_zip: String(12_000 + n), zone: `zone-${n}` }),
  tax_rules: (n) => ({
    id: `tax-${n}`,
    name: 'Sales tax',
    state: 'NY',
    rate_millionths: 82_500,
    applies_to: '["rental"]',
    position: n,
  }),
  catalog_sections: (n) => ({ section: `section-${n}`, version: 1, changed_by: n, changed_at: n }),
  business_logos: (n) => ({ hash: `hash-${n}`, media_type: 'image/png', content: 'x', created_at: n }),
  terms_versions: (n) => ({
    type: 'terms',
    version: `v${n}`,
    markdown: 'Text',
    html: '<p>Text</p>',
    published_at: n,
    published_by: n,
  }),
  blackout_days: (n) => ({ day: day(n), reason: 'Holiday', created_at: n, created_by: n }),
  declined_zips: (n) => ({ zip: '90210', day: day(n), count: n }),
  checkout_blocks: (n) => ({ key: `network:${n}`, blocked_until: n }),
} satisfies Record<string, (n: number) => Row>;
