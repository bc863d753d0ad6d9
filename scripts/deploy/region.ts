import { findRegion, REGION_NAMES, REGIONS } from '#domain/shared/regions.ts';
import type { Step } from './step.ts';

/**
 * Asks where the firm is, once: the Worker, the database, the buckets and the Durable Objects are put there
 * (docs/decisions/0119-the-worker-runs-beside-the-data.md).
 */
export const region: Step = {
  title: 'Region',
  commands: ['REGION and region of [placement] in wrangler.toml'],
  findMissing: async (tools) => {
    const { vars, placement } = tools.config();
    const place = findRegion(vars.REGION ?? '');
    if (!place) return ['REGION in wrangler.toml: the region of the firm'];
    return placement === place.placement ? [] : [`${place.placement} as region of [placement]`];
  },
  run: async (tools) => {
    const name = tools.config().vars.REGION || (await askRegion(tools));
    const place = findRegion(name);
    if (!place) throw new Error(`${name} is no region. Write one of these: ${REGION_NAMES.join(', ')}.`);
    tools.writeSetting({ type: 'variable', name: 'REGION', value: name });
    tools.writeSetting({ type: 'placement', value: place.placement });
    tools.say('Wrote REGION and the region of [placement] into wrangler.toml: commit this change.');
  },
};

async function askRegion({ ask, say }: Parameters<Step['run']>[0]): Promise<string> {
  say('The database cannot be moved later. Where are your customers and your office?');
  for (const name of REGION_NAMES) say(`  ${name.padEnd(12)} ${REGIONS[name].label}`);
  return (await ask('Region: ')).trim();
}
