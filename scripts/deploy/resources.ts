import { findRegion, type LocationHint } from '#domain/shared/regions.ts';
import { findDatabaseId, findPagesDomains, listNamespaces, wranglerOrThrow } from './cloudflare.ts';
import { type DeployConfig, isPlaceholder, PLACEHOLDER_ID } from './config.ts';
import type { Step, Tools } from './step.ts';

/** Creates what the bindings of wrangler.toml name, and writes new ids into the file. */
export function resourceSteps(config: DeployConfig): Step[] {
  return [database(config), queues(config), buckets(config), namespaces(config), pagesProject(config)];
}

function database({ database: { name } }: DeployConfig): Step {
  return {
    title: 'Database',
    commands: [
      `npx wrangler d1 create ${name} --location LOCATION`,
      'its id into wrangler.toml (database_id)',
    ],
    findMissing: async (tools) => {
      const { id } = tools.config().database;
      const existing = await findDatabaseId(tools.wrangler, name);
      if (existing === id) return [];
      // A real id was written for another account, or for a database that is gone: never replace it unasked.
      if (!isPlaceholder(id)) throw new Error(otherDatabase(name, { id, existing }));
      return [existing === null ? `D1 database ${name}` : `The id of ${name} in wrangler.toml`];
    },
    run: async (tools) => {
      if ((await findDatabaseId(tools.wrangler, name)) === null)
        await create(tools, ['d1', 'create', name, '--location', locationOf(tools)]);
      const id = await findDatabaseId(tools.wrangler, name);
      if (id === null)
        throw new Error(`The database ${name} was created but is not in the list: run this again.`);
      tools.writeSetting({ type: 'database', value: id });
      tools.say(`Wrote the database_id of ${name} into wrangler.toml: commit this change.`);
    },
  };
}

function otherDatabase(name: string, { id, existing }: { id: string; existing: string | null }): string {
  const found =
    existing === null ? `has no database ${name}` : `has the database ${name} with the id ${existing}`;
  return `wrangler.toml has the database_id ${id}, but this account ${found}. Sign in to the other account; or, to use this one, write zeros into database_id (${PLACEHOLDER_ID}) and into id of [[kv_namespaces]], then run this again.`;
}

function queues({ queues: names }: DeployConfig): Step {
  return {
    title: 'Queues',
    commands: names.map((name) => `npx wrangler queues create ${name}`),
    findMissing: (tools) => listMissingResources(tools, names, { verb: ['queues', 'info'], noun: 'Queue' }),
    run: (tools, missing) =>
      createAll(
        tools,
        names.filter((name) => missing.includes(`Queue ${name}`)),
        [['queues', 'create']],
      ),
  };
}

function buckets({ buckets: names }: DeployConfig): Step {
  return {
    title: 'Buckets',
    commands: names.map((name) => `npx wrangler r2 bucket create ${name} --location LOCATION`),
    findMissing: (tools) =>
      listMissingResources(tools, names, { verb: ['r2', 'bucket', 'info'], noun: 'R2 bucket' }),
    run: (tools, missing) =>
      createAll(
        tools,
        names.filter((name) => missing.includes(`R2 bucket ${name}`)),
        [
          ['r2', 'bucket', 'create'],
          ['--location', locationOf(tools)],
        ],
      ),
  };
}

function namespaces({ namespaces: all }: DeployConfig): Step {
  return {
    title: 'Key-value namespaces',
    commands: [
      ...all.map(({ title }) => `npx wrangler kv namespace create ${title}`),
      'their ids into wrangler.toml (id)',
    ],
    findMissing: async (tools) => {
      const existing = await listNamespaces(tools.wrangler);
      return tools.config().namespaces.flatMap(({ title, id }) => {
        const found = existing.get(title);
        if (found === undefined && !isPlaceholder(id) && [...existing.values()].includes(id)) return [];
        if (found === undefined) return [`KV namespace ${title}`];
        return found === id ? [] : [`The id of ${title} in wrangler.toml`];
      });
    },
    run: async (tools, missing) => {
      const wanted = all.filter(({ title }) => missing.includes(`KV namespace ${title}`));
      await createAll(
        tools,
        wanted.map(({ title }) => title),
        [['kv', 'namespace', 'create']],
      );
      const existing = await listNamespaces(tools.wrangler);
      for (const { binding, title } of all) {
        const value = existing.get(title);
        if (value !== undefined) tools.writeSetting({ type: 'namespace', binding, value });
      }
      tools.say('Wrote the ids of the KV namespaces into wrangler.toml: commit this change.');
    },
  };
}

function pagesProject({ pages: { project } }: DeployConfig): Step {
  const command = ['pages', 'project', 'create', project, '--production-branch', 'main'];
  return {
    title: 'Pages project',
    commands: [`npx wrangler ${command.join(' ')}`],
    findMissing: async (tools) =>
      (await findPagesDomains(tools.wrangler, project)) === null ? [`Pages project ${project}`] : [],
    run: (tools) => create(tools, command),
  };
}

async function listMissingResources(
  tools: Tools,
  names: string[],
  { verb, noun }: { verb: string[]; noun: string },
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const { status } = await tools.wrangler([...verb, name]);
    if (status !== 0) missing.push(`${noun} ${name}`);
  }
  return missing;
}

async function createAll(
  tools: Tools,
  names: string[],
  [verb, options = []]: [verb: string[], options?: string[]],
): Promise<void> {
  for (const name of names) await create(tools, [...verb, name, ...options]);
}

/** The step before has asked for the region. */
function locationOf(tools: Tools): LocationHint {
  const place = findRegion(tools.config().vars.REGION ?? '');
  if (!place) throw new Error('REGION in wrangler.toml names no region: run this again.');
  return place.location;
}

async function create(tools: Tools, command: string[]): Promise<void> {
  tools.say(`wrangler ${command.join(' ')}`);
  await wranglerOrThrow(tools.wrangler, command);
}
