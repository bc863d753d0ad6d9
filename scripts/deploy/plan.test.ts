import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInCatalog } from '#web/build/built-in-catalog.ts';
import { readSiteVars } from '#web/build/site-vars.ts';
import { ROOT } from '../root.ts';
import { readDeployConfig, withSetting } from './config.ts';
import { deploymentPlan } from './plan.ts';
import { CATALOG_ID, DATABASE_ID, NAMESPACE_ID, recordedCloudflare } from './recorded-cloudflare.ts';
import { printPlan, runPlan } from './step.ts';

const CATALOG_TASK = expect.stringMatching(
  /^d1 execute DB --remote --env= --yes --command INSERT INTO outbox .*'catalog-published'/,
);
const BACKUP_KEY = `age1${'q'.repeat(58)}`;

/** An account without anything of the product, and a configuration whose variables are filled in. */
function makeFresh(environment: 'production' | 'preview' = 'production') {
  const cloud = recordedCloudflare(environment);
  const mode = environment === 'preview' ? 'test' : 'live';
  cloud.setVariable('PUBLIC_URL', 'https://rent.haulage.test');
  for (const name of ['BUSINESS_NAME', 'CREDIT_NAME']) cloud.setVariable(name, 'Haulage');
  cloud.setVariable('BUSINESS_PHONE', '(212) 555-0142');
  for (const name of ['BUSINESS_EMAIL', 'CREDIT_URL']) cloud.setVariable(name, 'https://haulage.test');
  cloud.setVariable('STRIPE_PUBLISHABLE_KEY', `pk_${mode}_1`);
  Object.assign(cloud.answers, {
    'Region:': 'us-west',
    'Site key': '0x4AAA',
    'Secret key of the widget': 'turnstile-secret',
    "Stripe's secret key": `sk_${mode}_1`,
    'Public key for backups': BACKUP_KEY,
    'signing secret': 'whsec_1',
  });
  Object.assign(cloud.outside, {
    '/': { status: 200, text: '<script type="application/json" id="catalog">{}</script>' },
    '/api/health': { status: 200 },
    '/api/stripe/webhook': { status: 400 },
  });
  const deploy = () => {
    const tools = cloud.tools();
    return runPlan(deploymentPlan(tools.config()), tools, { isConfirmed: true });
  };
  return { ...cloud, deploy };
}

it('a first deployment creates what is missing, in this order', async () => {
  const { deploy, changes, account, said, asked, tools, root } = makeFresh();
  await deploy();
  expect(changes).toEqual([
    'd1 create dumpster-rental --location wnam',
    'queues create dumpster-rental-tasks',
    'queues create dumpster-rental-dead-letters',
    'r2 bucket create dumpster-rental-backups --location wnam',
    'r2 bucket create dumpster-rental-photos --location wnam',
    'kv namespace create dumpster-rental-flags',
    'kv namespace create dumpster-rental-catalog',
    'pages project create dumpster-rental --production-branch main',
    'secret put STRIPE_SECRET_KEY --env=',
    'secret put HEALTH_KEY --env=',
    'secret put VAPID_KEYS --env=',
    'build',
    'd1 migrations apply DB --remote --env=',
    'deploy --env=',
    CATALOG_TASK,
    'build',
    'pages deploy --project-name dumpster-rental --branch main --commit-dirty',
    'secret put STRIPE_WEBHOOK_SECRET --env=',
    'secret put TURNSTILE_SECRET_KEY --env=',
  ]);
  expect(account.secrets).toEqual({
    STRIPE_SECRET_KEY: 'sk_live_1',
    HEALTH_KEY: expect.stringMatching(/^[\w-]{32}$/),
    // As worker/base/env.ts takes it.
    VAPID_KEYS: expect.stringMatching(/^B[\w-]{86}\.[\w-]{43}$/),
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TURNSTILE_SECRET_KEY: 'turnstile-secret',
  });
  const { database, namespaces, vars } = tools().config();
  expect([database.id, namespaces.map(({ id }) => id)]).toEqual([DATABASE_ID, [NAMESPACE_ID, CATALOG_ID]]);
  expect(readFileSync(join(root, 'web', 'wrangler.toml'), 'utf8')).toContain(`id = "${CATALOG_ID}"`);
  expect(vars).toMatchObject({ TURNSTILE_SITE_KEY: '0x4AAA', BACKUP_PUBLIC_KEY: BACKUP_KEY });
  expect(vars.REGION).toBe('us-west');
  expect(tools().config().placement).toBe('aws:us-west-2');
  // The region and both Turnstile keys first; the webhook's secret only after its endpoint was printed.
  expect(asked.slice(0, 3)).toEqual([
    'Region: ',
    expect.stringMatching(/^Site key/),
    expect.stringMatching(/^Secret key of the widget/),
  ]);
  expect(said.join('\n')).toContain('https://rent.haulage.test/api/stripe/webhook');
  expect(said).toContain('https://rent.haulage.test works.');
  expect(said).toContain('- rent.haulage.test as a custom domain of the Pages project dumpster-rental');
});

it('a later deployment builds the published catalog in; one of another release counts as none', async () => {
  const { deploy, changes, account } = makeFresh();
  const { config } = readSiteVars();
  account.catalog = { ...builtInCatalog(config), version: 7 };
  await deploy();
  expect(changes.filter((change) => change.startsWith('build'))).toEqual([
    'build with catalog 7',
    'build with catalog 7',
  ]);
  account.catalog = { version: 8 };
  changes.length = 0;
  await deploy();
  expect(changes.filter((change) => change.startsWith('build'))).toEqual(['build', 'build']);
});

it('offers to sign in', async () => {
  const { deploy, account, answers, changes } = makeFresh();
  account.isSignedIn = false;
  answers['in the browser'] = 'yes';
  await deploy();
  expect(changes.slice(0, 2)).toEqual(['login', 'd1 create dumpster-rental --location wnam']);
});

it('a second deployment asks nothing, creates nothing and deploys', async () => {
  const { deploy, changes, asked } = makeFresh();
  await deploy();
  changes.length = 0;
  asked.length = 0;
  await deploy();
  expect(changes).toEqual([
    'build',
    'deploy --env=',
    CATALOG_TASK,
    'build',
    'pages deploy --project-name dumpster-rental --branch main --commit-dirty',
  ]);
  expect(asked).toEqual([]);
});

it('a deployment that stopped continues where it stopped', async () => {
  const { deploy, changes, answers } = makeFresh();
  answers['signing secret'] = 'nonsense';
  await expect(deploy()).rejects.toThrow('begins with whsec_');
  expect(changes.at(-1)).toMatch(/^pages deploy/);
  answers['signing secret'] = 'whsec_1';
  changes.length = 0;
  await deploy();
  expect(changes.filter((command) => !/^(deploy|build|pages deploy|d1 execute)/.test(command))).toEqual([
    'secret put STRIPE_WEBHOOK_SECRET --env=',
    'secret put TURNSTILE_SECRET_KEY --env=',
  ]);
});

it('a database that this account lacks is never replaced by a new one', async () => {
  const { deploy, account, changes } = makeFresh();
  await deploy();
  changes.length = 0;
  account.databases.length = 0;
  await expect(deploy()).rejects.toThrow(`${DATABASE_ID}, but this account has no database dumpster-rental`);
  expect(changes).toEqual([]);
});

it('without Turnstile, "off" is written down and no secret is stored', async () => {
  const { deploy, account, answers, tools } = makeFresh();
  answers['Site key'] = 'off';
  await deploy();
  expect(tools().config().vars).toMatchObject({ TURNSTILE: 'off', TURNSTILE_SITE_KEY: '' });
  expect(Object.keys(account.secrets)).not.toContain('TURNSTILE_SECRET_KEY');
});

it('staging creates its own resources, deploys its own branch and refuses a live-mode key', async () => {
  const { deploy, changes, answers, said, root } = makeFresh('preview');
  answers["Stripe's secret key"] = 'sk_live_1';
  await expect(deploy()).rejects.toThrow('Staging refuses');
  answers["Stripe's secret key"] = 'sk_test_1';
  await deploy();
  const production = readDeployConfig(ROOT, 'production');
  const names = [production.database.name, ...production.queues, ...production.buckets, production.worker];
  expect(changes.flatMap((command) => command.split(' ')).filter((word) => names.includes(word))).toEqual([
    production.pages.project,
    production.pages.project,
  ]);
  expect(changes).toContain('deploy --env=preview');
  expect(changes).toContain('pages deploy --project-name dumpster-rental --branch staging --commit-dirty');
  expect(
    changes.filter((command) => command.startsWith('secret') && !command.endsWith('--env=preview')),
  ).toEqual([]);
  expect(said).toContain(
    '- https://rent.haulage.test is open to everyone: put Cloudflare Access in front of staging.',
  );
  expect(readDeployConfig(root, 'production').database.id).toBe(production.database.id);
});

it('reports a page, a health check or a webhook that does not answer, and Access where it belongs', async () => {
  const { deploy, outside, said } = makeFresh('preview');
  const login = { status: 302, location: 'https://team.cloudflareaccess.com/login' };
  Object.assign(outside, { '/': login, '/api/stripe/webhook': login });
  await deploy();
  expect(said).toContain(
    '- Stripe does not reach the Worker: POST /api/stripe/webhook answers 302 and not 400.',
  );
  const paused = makeFresh();
  paused.outside['/api/stripe/webhook'] = { status: 503, text: '{"code":"maintenance"}' };
  await paused.deploy();
  expect(paused.said).toContain('https://rent.haulage.test works.');
  const live = makeFresh();
  Object.assign(live.outside, { '/': { status: 500 }, '/api/health': { status: 503 } });
  await live.deploy();
  expect(live.said).toContain(
    '- https://rent.haulage.test answers 500 and not the booking page.\n- https://rent.haulage.test/api/health answers 503 and not 200.',
  );
});

it('changes nothing without a login, with placeholders, on refusal, or on a database of newer code', async () => {
  const away = makeFresh();
  away.account.isSignedIn = false;
  away.answers['in the browser'] = 'no';
  await expect(away.deploy()).rejects.toThrow('Not signed in to Cloudflare');
  const placeholder = makeFresh();
  placeholder.setVariable('PUBLIC_URL', 'https://dumpsters.example.com');
  await expect(placeholder.deploy()).rejects.toThrow('PUBLIC_URL in wrangler.toml still names');
  const refused = makeFresh();
  refused.answers['(yes/no)'] = 'no';
  const tools = refused.tools();
  await expect(runPlan(deploymentPlan(tools.config()), tools, { isConfirmed: false })).rejects.toThrow(
    'nothing was changed',
  );
  const newer = makeFresh();
  await newer.deploy();
  newer.account.applied.push('0002_newer.sql');
  newer.changes.length = 0;
  await expect(newer.deploy()).rejects.toThrow('the migration 0002_newer.sql');
  for (const { changes } of [away, placeholder, refused, newer]) expect(changes).toEqual([]);
});

it.each(['production', 'preview'] as const)(
  '%s: the plan names every resource of the configuration, and needs no login',
  (environment) => {
    const config = readDeployConfig(ROOT, environment);
    const lines: string[] = [];
    printPlan(deploymentPlan(config), (line) => lines.push(line));
    const plan = lines.join('\n');
    const titles = config.namespaces.map(({ title }) => title);
    for (const name of [config.database.name, ...config.queues, ...config.buckets, ...titles]) {
      expect(plan).toContain(`create ${name}`);
    }
  },
);

it('every step is a chapter of docs/deploying.md, in the same order, and says how to do it by hand', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'deploying.md'), 'utf8');
  const [, steps = ''] = /\n## The steps\n(.*?)(?=\n## |$)/s.exec(docs) ?? [];
  const chapters = steps.split(/^### /m).slice(1);
  const plan = deploymentPlan(readDeployConfig(ROOT, 'production'));
  expect(chapters.map((chapter) => chapter.split('\n')[0])).toEqual(plan.map(({ title }) => title));
  expect(chapters.filter((chapter) => !chapter.includes('By hand:'))).toEqual([]);
});

it('writes one value and leaves the rest of wrangler.toml as it is', () => {
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8');
  const changed = withSetting(toml, 'preview', { type: 'namespace', binding: 'FLAGS', value: NAMESPACE_ID });
  const before = toml.split('\n');
  const lines = changed.split('\n').flatMap((line, i) => (line === before[i] ? [] : [line]));
  expect(lines).toEqual([`id = "${NAMESPACE_ID}"`]);
  expect(() => withSetting(toml, 'production', { type: 'variable', name: 'NO_SUCH', value: '' })).toThrow(
    'has no NO_SUCH in [vars]',
  );
});
