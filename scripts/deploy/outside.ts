import { findPagesDomains } from './cloudflare.ts';
import type { DeployConfig } from './config.ts';
import type { Step, Tools } from './step.ts';

/** Asks the public addresses as a visitor does. Its findings are printed last, with what remains by hand. */
export function checkFromOutside(): Step {
  return {
    title: 'Check from outside',
    commands: [
      'curl -i PUBLIC_URL/api/health',
      'curl -i PUBLIC_URL',
      'curl -i -X POST PUBLIC_URL/api/stripe/webhook',
    ],
    isRepeated: true,
    findMissing: async () => [],
    run: async (tools) => {
      const config = tools.config();
      const problems = await findOutsideProblems(tools, config);
      tools.say(
        problems.length === 0
          ? `${config.vars.PUBLIC_URL} works.`
          : problems.map((each) => `- ${each}`).join('\n'),
      );
    },
  };
}

/** One sentence for each address that does not answer as it should. */
async function findOutsideProblems(tools: Tools, { environment, vars }: DeployConfig): Promise<string[]> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(20_000);
    const reply = await tools
      .fetch(`${vars.PUBLIC_URL}${path}`, { redirect: 'manual', signal, ...init })
      .catch(() => null);
    return {
      status: reply?.status ?? null,
      isAccess: isAccessLogin(reply),
      text: (await reply?.text()) ?? '',
    };
  };
  const page = await ask('/');
  if (page.status === null)
    return [`${vars.PUBLIC_URL} does not answer: put the domain on the Pages project.`];
  const webhook = await ask('/api/stripe/webhook', { method: 'POST', body: '{}' });
  const found: string[] = [];
  if (environment === 'preview' && !page.isAccess) {
    found.push(`${vars.PUBLIC_URL} is open to everyone: put Cloudflare Access in front of staging.`);
  }
  if (!page.isAccess) {
    // Not the name: the owner can change it in the business profile.
    if (page.status !== 200 || !page.text.includes('id="catalog"')) {
      found.push(`${vars.PUBLIC_URL} answers ${page.status} and not the booking page.`);
    }
    const health = await ask('/api/health');
    if (health.status !== 200)
      found.push(`${vars.PUBLIC_URL}/api/health answers ${health.status} and not 200.`);
  } else if (environment === 'production') {
    found.push(`${vars.PUBLIC_URL} asks visitors to sign in: take Cloudflare Access away from production.`);
  }
  // Without a signature the Worker answers 400, in maintenance 503. Anything else means that Stripe does not reach it.
  const isPaused = webhook.status === 503 && webhook.text.includes('"maintenance"');
  if (webhook.status !== 400 && !isPaused) {
    found.push(
      `Stripe does not reach the Worker: POST /api/stripe/webhook answers ${webhook.status} and not 400.`,
    );
  }
  return found;
}

function isAccessLogin(reply: Response | null): boolean {
  return /cloudflareaccess\.com/.test(reply?.headers.get('Location') ?? '');
}

/** What no command can do. */
export function remainingByHand(config: DeployConfig): Step {
  const { project } = config.pages;
  return {
    title: 'By hand',
    commands: [
      `The host of PUBLIC_URL as a custom domain of the Pages project ${project}`,
      ...tasksOf(config),
    ],
    isRepeated: true,
    findMissing: async () => [],
    run: async (tools) => {
      const domains = (await findPagesDomains(tools.wrangler, project)) ?? [];
      const host = new URL(tools.config().vars.PUBLIC_URL ?? '').host;
      if (!domains.includes(host)) tools.say(`- ${host} as a custom domain of the Pages project ${project}`);
      for (const task of tasksOf(config)) tools.say(`- ${task}`);
      tools.say('If these are done, the deployment is complete. How to do them: docs/deploying.md#by-hand');
    },
  };
}

function tasksOf({ environment }: DeployConfig): string[] {
  const email = "The domain of MAIL_FROM (or BUSINESS_EMAIL) in Cloudflare's e-mail service";
  if (environment === 'preview') {
    return [
      email,
      'Cloudflare Access in front of staging, except for /api/stripe/webhook',
      'The first administrator: npm run admin:create -- --preview',
    ];
  }
  return [
    email,
    "Read replication of the database, in its settings in Cloudflare's dashboard",
    'The events of that domain on the queue, so that staff see which addresses refuse e-mail',
    'The first administrator: npm run admin:create',
    'An outside monitor on PUBLIC_URL/api/health',
    'Before the first customer: the run by hand on staging (docs/runbook.md)',
  ];
}
