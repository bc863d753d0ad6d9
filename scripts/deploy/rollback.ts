import {
  envOption,
  listAppliedMigrations,
  parsePrintedJson,
  type Wrangler,
  wranglerOrThrow,
} from './cloudflare.ts';
import type { DeployConfig } from './config.ts';
import { isYes } from './step.ts';

/** Everything that a rollback touches. Tests pass a recorded Cloudflare. */
export type RollbackTools = {
  wrangler: Wrangler;
  /** CLOUDFLARE_ACCOUNT_ID, if it is set. */
  accountId: string | undefined;
  fetch(url: string, init: RequestInit): Promise<Response>;
  say(line: string): void;
  ask(question: string): Promise<string>;
  /** Whether the previous release cannot work after this migration. */
  isContract(migration: string): boolean;
};

type WorkerDeployment = { createdOn: string; versionId: string };
type PagesDeployment = { id: string; createdOn: string; commit: string };
type Move<Deployment> = { from: Deployment; to: Deployment };

const API = 'https://api.cloudflare.com/client/v4';

/**
 * Shows the previous deployment of Pages and of the Worker, asks, and goes back to them: Pages first, because a new
 * page can send what the old Worker does not know. The database stays. Throws if there is nothing to go back to, or if
 * a contract migration lies between.
 */
export async function rollBack(config: DeployConfig, tools: RollbackTools): Promise<void> {
  const pages = await pagesApi(config, tools);
  const site = getPreviousMove(await pages.list(), await pages.currentId());
  const worker = await findWorkerMove(config, tools.wrangler);
  await refuseContracts(config, tools, worker.to.createdOn);
  tools.say(
    `Pages   ${config.pages.project}: from ${siteText(site.from)}\n        back to ${siteText(site.to)}`,
  );
  tools.say(
    `Worker  ${config.worker}: from ${workerText(worker.from)}\n        back to ${workerText(worker.to)}`,
  );
  tools.say('The database stays as it is.');
  tools.say(
    "The Worker's variables and secrets go back too: store a secret again if it was changed since then.",
  );
  if (!isYes(await tools.ask('Go back? (yes/no) '))) {
    throw new Error('Stopped: nothing was changed.');
  }
  await pages.rollBackTo(site.to.id);
  tools.say('Pages is back.');
  await wranglerOrThrow(
    tools.wrangler,
    [
      'rollback',
      worker.to.versionId,
      envOption(config.environment),
      '--message',
      'npm run rollback',
      '--yes',
    ],
    { isShown: true },
  );
  tools.say(`Done. Look at ${config.vars.PUBLIC_URL}, and at ${config.vars.PUBLIC_URL}/api/health.`);
}

/** The current deployment, and the newest one before it. `deployments`: newest first. */
function getPreviousMove<Deployment extends { id: string }>(
  deployments: Deployment[],
  currentId: string,
): Move<Deployment> {
  const index = deployments.findIndex(({ id }) => id === currentId);
  const [from, to] = [deployments[index], deployments[index + 1]];
  if (!from || !to) throw new Error('Pages has no earlier production deployment to go back to.');
  return { from, to };
}

async function findWorkerMove(
  { environment }: DeployConfig,
  wrangler: Wrangler,
): Promise<Move<WorkerDeployment>> {
  type Listed = {
    created_on: string;
    annotations?: { 'workers/triggered_by'?: string };
    versions: { version_id: string }[];
  };
  const listed = parsePrintedJson<Listed[]>(
    await wranglerOrThrow(wrangler, ['deployments', 'list', envOption(environment), '--json']),
  );
  const deployments = listed
    .map(({ created_on: createdOn, annotations, versions: [version] }) => ({
      createdOn,
      versionId: version?.version_id ?? '',
      isOfSecret: annotations?.['workers/triggered_by'] === 'secret',
    }))
    .sort((a, b) => b.createdOn.localeCompare(a.createdOn));
  const [from] = deployments;
  // After a rollback the current version is listed twice. A changed secret is a deployment of the same code.
  const current = deployments.findLastIndex(({ versionId }) => versionId === from?.versionId);
  const upload = deployments.findIndex(({ isOfSecret }, i) => i >= current && !isOfSecret);
  const to = upload < 0 ? undefined : deployments[upload + 1];
  if (!from || !to) throw new Error('The Worker has no earlier deployment to go back to.');
  return { from, to };
}

async function refuseContracts(config: DeployConfig, tools: RollbackTools, since: string): Promise<void> {
  const applied = await listAppliedMigrations(tools.wrangler, config);
  // D1 writes 'yyyy-mm-dd hh:mm:ss' in UTC.
  const newer = applied.filter(
    ({ appliedAt }) => Date.parse(`${appliedAt.replace(' ', 'T')}Z`) > Date.parse(since),
  );
  const contracts = newer.map(({ name }) => name).filter(tools.isContract);
  if (contracts.length === 0) return;
  throw new Error(
    `Not rolled back: the previous release does not work with the migration ${contracts.join(', ')} (-- contract). Correct the code and deploy it.`,
  );
}

/** The Pages part of Cloudflare's API: wrangler has no command for it. */
async function pagesApi({ pages: { project } }: DeployConfig, tools: RollbackTools) {
  const { status, stdout } = await tools.wrangler(['auth', 'token', '--json']);
  const token = status === 0 ? parsePrintedJson<{ token?: string }>(stdout).token : undefined;
  if (!token) {
    throw new Error(
      'Not signed in to Cloudflare, nothing is rolled back: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
    );
  }
  const account = tools.accountId ?? (await findAccountId(tools.wrangler));
  const url = `${API}/accounts/${account}/pages/projects/${project}`;
  const call = async <Result>(path: string, method = 'GET'): Promise<Result> => {
    const reply = await tools.fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    const body = (await reply.json()) as { result: Result; errors?: { message: string }[] };
    if (reply.ok) return body.result;
    const reason = body.errors?.map(({ message }) => message).join('; ') ?? '';
    throw new Error(
      `Cloudflare refused ${method} ${path || project} with ${reply.status}: ${reason}. Roll Pages back in the dashboard (docs/deploying.md#going-back).`,
    );
  };
  type Listed = {
    id: string;
    created_on: string;
    latest_stage: { status: string };
    deployment_trigger: { metadata: { commit_hash: string } };
  };
  return {
    list: async (): Promise<PagesDeployment[]> =>
      (await call<Listed[]>('/deployments?env=production'))
        .filter(({ latest_stage }) => latest_stage.status === 'success')
        .map(({ id, created_on: createdOn, deployment_trigger }) => ({
          id,
          createdOn,
          commit: deployment_trigger.metadata.commit_hash,
        }))
        .sort((a, b) => b.createdOn.localeCompare(a.createdOn)),
    currentId: async () => (await call<{ canonical_deployment: { id: string } }>('')).canonical_deployment.id,
    rollBackTo: (id: string) => call(`/deployments/${id}/rollback`, 'POST'),
  };
}

async function findAccountId(wrangler: Wrangler): Promise<string> {
  const { accounts } = parsePrintedJson<{ accounts: { id: string; name: string }[] }>(
    await wranglerOrThrow(wrangler, ['whoami', '--json']),
  );
  const [account, ...others] = accounts;
  if (account && others.length === 0) return account.id;
  throw new Error(
    `You can use ${accounts.length} accounts: set CLOUDFLARE_ACCOUNT_ID (${accounts.map(({ id, name }) => `${name}: ${id}`).join(', ')}).`,
  );
}

function siteText({ createdOn, commit }: PagesDeployment): string {
  return `${createdOn} (commit ${commit.slice(0, 7)})`;
}

function workerText({ createdOn, versionId }: WorkerDeployment): string {
  return `${createdOn} (version ${versionId})`;
}
