import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { readDeployConfig } from './config.ts';
import { rollBack } from './rollback.ts';

const ACCOUNT = 'a1';
const PROJECT = `/client/v4/accounts/${ACCOUNT}/pages/projects/dumpster-rental`;
const day = (n: number) => `2026-11-0${n}T10:00:00.000000Z`;

/** Three deployments of each part; the newest Pages deployment failed, so the one before it is live. */
function makeAccount({
  answer = 'yes',
  isContract = false,
  accounts = ACCOUNT,
  currentSite = 'site-3',
  rolledBackTo = 0,
} = {}) {
  const changes: string[] = [];
  const said: string[] = [];
  const sites = [4, 3, 2].map((n) => ({
    id: `site-${n}`,
    created_on: day(n),
    latest_stage: { status: n === 4 ? 'failure' : 'success' },
    deployment_trigger: { metadata: { commit_hash: `${n}`.repeat(40) } },
  }));
  const printed: Record<string, unknown> = {
    'auth token --json': { type: 'oauth', token: 'token-1' },
    'whoami --json': { loggedIn: true, accounts: accounts.split(' ').map((id) => ({ id, name: id })) },
    // Oldest first, as wrangler prints them. The last one changed a secret.
    'deployments list --env= --json': [1, 2, 3, ...(rolledBackTo ? [rolledBackTo] : [])].map((n, i) => ({
      created_on: day(i + 1),
      annotations: { 'workers/triggered_by': n === 3 ? 'secret' : 'deployment' },
      versions: [{ version_id: `version-${n}` }],
    })),
    d1: [
      {
        results: [
          { name: '0000_baseline.sql', appliedAt: '2026-11-01 09:00:00' },
          { name: '0001_more.sql', appliedAt: '2026-11-03 09:00:00' },
        ],
      },
    ],
  };
  const config = readDeployConfig(ROOT, 'production');
  const run = () =>
    rollBack(
      { ...config, database: { ...config.database, id: 'real' } },
      {
        accountId: undefined,
        wrangler: async (args) => {
          const command = args.join(' ');
          if (args[0] === 'rollback') changes.push(`wrangler ${command}`);
          const reply = printed[args[0] === 'd1' ? 'd1' : command] ?? {};
          return { status: 0, stdout: JSON.stringify(reply, null, 2), output: '' };
        },
        fetch: async (url, { method, headers }) => {
          const { pathname, search } = new URL(url);
          expect(headers).toEqual({ Authorization: 'Bearer token-1' });
          if (method === 'POST') changes.push(`POST ${pathname}`);
          if (pathname === PROJECT)
            return Response.json({ result: { canonical_deployment: { id: currentSite } } });
          if (search === '?env=production') return Response.json({ result: sites });
          return Response.json({ result: {} });
        },
        say: (line) => said.push(line),
        ask: async () => answer,
        isContract: () => isContract,
      },
    );
  return { run, changes, said };
}

it('takes Pages back first, then the Worker, to what it showed', async () => {
  const { run, changes, said } = makeAccount();
  await run();
  expect(changes).toEqual([
    `POST ${PROJECT}/deployments/site-2/rollback`,
    'wrangler rollback version-1 --env= --message npm run rollback --yes',
  ]);
  expect(said.join('\n')).toContain(`back to ${day(2)} (commit 2222222)`);
  expect(said.join('\n')).toContain(`back to ${day(1)} (version version-1)`);
});

it('changes nothing on refusal, past a contract, without an earlier deployment or with several accounts', async () => {
  const cases = [
    [{ answer: 'no' }, 'nothing was changed'],
    [{ isContract: true }, 'does not work with the migration 0001_more.sql'],
    [{ currentSite: 'site-2' }, 'Pages has no earlier production deployment'],
    [{ rolledBackTo: 1 }, 'The Worker has no earlier deployment'],
    [{ accounts: 'a1 a2' }, 'set CLOUDFLARE_ACCOUNT_ID (a1: a1, a2: a2)'],
  ] as const;
  for (const [options, message] of cases) {
    const { run, changes } = makeAccount(options);
    await expect(run()).rejects.toThrow(message);
    expect(changes).toEqual([]);
  }
});
