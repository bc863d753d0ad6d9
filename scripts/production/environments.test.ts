import { expect, test } from 'vitest';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';

const read = (file: string, env?: string) =>
  unstable_readConfig({ config: file, ...(env && { env }) }, { hideWarnings: true });
const production = read('wrangler.toml');
const preview = read('wrangler.toml', 'preview');

/** Fields that may be the same in both environments. Every other one is compared as a binding. */
const SETTINGS = [
  'class_name',
  'migrations_dir',
  'simple',
  'max_batch_size',
  'max_batch_timeout',
  'max_retries',
];

/** All bindings by kind and name; their other fields name what exists at Cloudflare. */
function bindingsOf(config: Unstable_Config): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const [kind, value] of Object.entries(config)) {
    for (const [part, list] of kind === 'queues' || kind === 'durable_objects'
      ? Object.entries(value)
      : [['', value]]) {
      if (kind === 'migrations' || !Array.isArray(list)) continue;
      for (const [i, item] of list.entries()) {
        if (typeof item !== 'object') continue;
        const { binding, name, ...resource } = item as Record<string, unknown>;
        found[`${kind} ${part} ${binding ?? name ?? i}`] = resource;
      }
    }
  }
  return found;
}

test('the platform stores no URLs of requests: they contain payment tokens and e-mail addresses', () => {
  for (const { observability } of [production, preview]) {
    expect(observability).toMatchObject({
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: false },
    });
  }
});

test('staging has every binding of production and shares nothing with it', () => {
  const [live, staging] = [bindingsOf(production), bindingsOf(preview)];
  expect(Object.keys(live)).toEqual(
    expect.arrayContaining(['d1_databases  DB', 'queues producers TASKS', 'ratelimits  STATUS_LIMIT']),
  );
  expect(Object.keys(staging)).toEqual(Object.keys(live));
  for (const [binding, resource] of Object.entries(live)) {
    for (const [field, value] of Object.entries(resource)) {
      const other = staging[binding]?.[field];
      if (SETTINGS.includes(field)) expect(other, `${binding} ${field}`).toEqual(value);
      else expect(other, `${binding} ${field}`).not.toEqual(value);
    }
  }
  expect(preview.name).not.toBe(production.name);
});

test('every kind of binding is created by a deployment, or needs nothing', () => {
  const kinds = new Set(Object.keys(bindingsOf(production)).map((binding) => binding.split(' ')[0]));
  // A new kind needs a step in scripts/deploy/resources.ts, or a place in the second list.
  const created = ['d1_databases', 'kv_namespaces', 'queues', 'r2_buckets'];
  const withoutResource = ['durable_objects', 'ratelimits', 'send_email'];
  expect([...kinds].sort()).toEqual([...created, ...withoutResource].sort());
});

test('staging has every variable of production, the same crons and no public address of its Worker', () => {
  const { STAGING_RECIPIENTS, ...vars } = preview.vars;
  expect(STAGING_RECIPIENTS).toBeDefined();
  expect(Object.keys(vars).sort()).toEqual(Object.keys(production.vars).sort());
  expect([production.vars.ENVIRONMENT, vars.ENVIRONMENT]).toEqual(['production', 'preview']);
  expect(vars.PUBLIC_URL).not.toBe(production.vars.PUBLIC_URL);
  for (const key of [
    'triggers',
    'compatibility_date',
    'compatibility_flags',
    'migrations',
    'limits',
  ] as const) {
    expect(preview[key], key).toEqual(production[key]);
  }
  for (const { workers_dev, preview_urls } of [production, preview]) {
    expect([workers_dev, preview_urls]).toEqual([false, false]);
  }
});

test('DEAD_LETTER_QUEUE names the dead_letter_queue of the tasks', () => {
  for (const { vars, queues } of [production, preview]) {
    const consumers: { queue: string; dead_letter_queue?: string }[] = queues.consumers ?? [];
    expect(consumers.flatMap((each) => each.dead_letter_queue ?? [])).toEqual([vars.DEAD_LETTER_QUEUE]);
    expect(consumers.map((each) => each.queue)).toContain(vars.DEAD_LETTER_QUEUE);
  }
});

test('each branch of Pages calls the Worker of its own environment', () => {
  const serviceOf = (env?: string) => read('web/wrangler.toml', env).services;
  expect(serviceOf()).toEqual([{ binding: 'API', service: production.name }]);
  expect(serviceOf('preview')).toEqual([{ binding: 'API', service: preview.name }]);
});

test('Pages reads the catalog from the namespace that the Worker of its environment writes', () => {
  for (const env of [undefined, 'preview']) {
    const bound = (file: string) =>
      read(file, env).kv_namespaces.filter(({ binding }: { binding: string }) => binding === 'CATALOG');
    expect(bound('web/wrangler.toml')).toEqual(bound('wrangler.toml'));
    expect(bound('web/wrangler.toml')).toHaveLength(1);
  }
});
