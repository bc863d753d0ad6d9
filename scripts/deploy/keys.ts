import { createECDH, randomBytes } from 'node:crypto';
import { APPLIED_EVENTS, STRIPE_API_VERSION } from '#worker/base/platform/stripe-api.ts';
import { envOption, listSecrets, wranglerOrThrow } from './cloudflare.ts';
import type { DeployConfig } from './config.ts';
import { secretKeyProblem, turnstileProblems } from './settings.ts';
import type { Step, Tools } from './step.ts';

const TURNSTILE_SECRET = 'TURNSTILE_SECRET_KEY';

const putCommand = (name: string, config: DeployConfig) =>
  `npx wrangler secret put ${name} ${envOption(config.environment)}`;

/** Asks for both keys before anything is deployed. The last step stores the secret one. */
export function turnstileKeys(): Step {
  return {
    title: 'Turnstile keys',
    commands: ['TURNSTILE_SITE_KEY in wrangler.toml, or TURNSTILE = "off"'],
    findMissing: async (tools) => {
      const config = tools.config();
      const problems = turnstileProblems(config, await listSecrets(tools.wrangler, config));
      return tools.answers.has(TURNSTILE_SECRET) ? [] : problems;
    },
    run: async (tools) => {
      const { vars } = tools.config();
      if (vars.TURNSTILE === 'off') return;
      tools.say(
        "A widget for your domain (Cloudflare's dashboard, Turnstile) has a site key and a secret key.",
      );
      if (!vars.TURNSTILE_SITE_KEY) {
        const siteKey = (await tools.ask('Site key, or off to go without Turnstile: ')).trim();
        const name = siteKey === 'off' ? 'TURNSTILE' : 'TURNSTILE_SITE_KEY';
        if (!siteKey) throw new Error('Stopped: enter the site key of the widget, or off.');
        tools.writeSetting({ type: 'variable', name, value: siteKey });
        tools.say(`Wrote ${name} into wrangler.toml: commit this change.`);
        if (siteKey === 'off') return;
      }
      const config = tools.config();
      if ((await listSecrets(tools.wrangler, config)).includes(TURNSTILE_SECRET)) return;
      const secret = (await tools.askSecret('Secret key of the widget (not shown; stored last): ')).trim();
      if (!secret) throw new Error('Stopped: enter the secret key of the widget.');
      tools.answers.set(TURNSTILE_SECRET, secret);
    },
  };
}

/** After the pages can get tokens, the Worker may require them. */
export function turnstileSecret(config: DeployConfig): Step {
  return {
    title: 'Turnstile secret key',
    commands: [putCommand(TURNSTILE_SECRET, config)],
    findMissing: async (tools) => {
      const secrets = await listSecrets(tools.wrangler, config);
      const isOff = tools.config().vars.TURNSTILE === 'off';
      if (isOff) return secrets.includes(TURNSTILE_SECRET) ? [`The secret ${TURNSTILE_SECRET} must go`] : [];
      return secrets.includes(TURNSTILE_SECRET) ? [] : [TURNSTILE_SECRET];
    },
    run: async (tools) => {
      if (tools.config().vars.TURNSTILE === 'off') {
        await wranglerOrThrow(tools.wrangler, [
          'secret',
          'delete',
          TURNSTILE_SECRET,
          envOption(config.environment),
        ]);
        return;
      }
      const secret = tools.answers.get(TURNSTILE_SECRET);
      if (!secret)
        throw new Error('Stopped: the secret key of the Turnstile widget is missing. Run this again.');
      await putSecret(tools, config, { name: TURNSTILE_SECRET, value: secret });
    },
  };
}

/** Backups are encrypted to this key. Staging may go without backups. */
export function backupKey({ environment }: DeployConfig): Step {
  return {
    title: 'Backup key',
    commands: [
      'npm run backup -- --new-key FILE',
      `the public key into wrangler.toml (BACKUP_PUBLIC_KEY)${environment === 'preview' ? ': optional on staging' : ''}`,
    ],
    findMissing: async (tools) =>
      environment === 'production' && !tools.config().vars.BACKUP_PUBLIC_KEY ? ['BACKUP_PUBLIC_KEY'] : [],
    run: async (tools) => {
      tools.say(
        'In a second terminal, `npm run backup -- --new-key FILE` makes a key pair. Keep FILE: without it no backup can be read.',
      );
      const key = (await tools.ask('Public key for backups (age1...): ')).trim();
      if (!/^age1[0-9a-z]{58}$/.test(key))
        throw new Error('Stopped: the public key begins with age1 and has 62 characters.');
      tools.writeSetting({ type: 'variable', name: 'BACKUP_PUBLIC_KEY', value: key });
      tools.say('Wrote BACKUP_PUBLIC_KEY into wrangler.toml: commit this change.');
    },
  };
}

export function secrets(config: DeployConfig): Step {
  const names = ['STRIPE_SECRET_KEY', 'HEALTH_KEY', 'VAPID_KEYS'];
  return {
    title: 'Secrets',
    commands: names.map((name) => putCommand(name, config)),
    findMissing: async (tools) => {
      const stored = await listSecrets(tools.wrangler, config);
      return names.filter((name) => !stored.includes(name));
    },
    run: async (tools, missing) => {
      if (missing.includes('STRIPE_SECRET_KEY')) {
        const value = (await tools.askSecret("Stripe's secret key (not shown): ")).trim();
        const problem = secretKeyProblem(config.environment, value);
        if (problem) throw new Error(`Stopped: ${problem}`);
        await putSecret(tools, config, { name: 'STRIPE_SECRET_KEY', value });
      }
      if (missing.includes('HEALTH_KEY')) {
        const value = randomBytes(24).toString('base64url');
        await putSecret(tools, config, { name: 'HEALTH_KEY', value });
        tools.say(`Made the secret HEALTH_KEY. Keep it: it shows the details of /api/health.\n${value}`);
      }
      if (missing.includes('VAPID_KEYS')) {
        await putSecret(tools, config, { name: 'VAPID_KEYS', value: newPushKeys() });
        tools.say('Made the secret VAPID_KEYS: phones can get notifications.');
      }
    },
  };
}

const PRIVATE_KEY_BYTES = 32;

/** A pair for push messages (RFC 8292), 'public.private' as base64url. */
export function newPushKeys(): string {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  // Without the zeros at its beginning.
  const secret = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - secret.length), secret]);
  return `${publicKey.toString('base64url')}.${privateKey.toString('base64url')}`;
}

/** Prints the endpoint and only then asks for its secret, because Stripe shows the secret of an existing endpoint. */
export function stripeWebhook(config: DeployConfig): Step {
  const name = 'STRIPE_WEBHOOK_SECRET';
  return {
    title: 'Stripe webhook',
    commands: [
      `the endpoint ${config.vars.PUBLIC_URL}/api/stripe/webhook in Stripe`,
      putCommand(name, config),
    ],
    findMissing: async (tools) => {
      const stored = await listSecrets(tools.wrangler, config);
      return stored.includes(name) ? [] : [name];
    },
    run: async (tools) => {
      tools.say(
        `In Stripe's dashboard (Developers, Webhooks) add an endpoint, ${config.environment === 'preview' ? 'in test mode' : 'in live mode'}:`,
      );
      tools.say(`  URL          ${tools.config().vars.PUBLIC_URL}/api/stripe/webhook`);
      tools.say(`  API version  ${STRIPE_API_VERSION}`);
      tools.say(`  Events       ${APPLIED_EVENTS.join('\n               ')}`);
      const value = (await tools.askSecret("The endpoint's signing secret (whsec_..., not shown): ")).trim();
      if (!value.startsWith('whsec_'))
        throw new Error('Stopped: the signing secret begins with whsec_. Run this again.');
      await putSecret(tools, config, { name, value });
    },
  };
}

async function putSecret(
  tools: Tools,
  { environment }: DeployConfig,
  { name, value }: { name: string; value: string },
): Promise<void> {
  await wranglerOrThrow(tools.wrangler, ['secret', 'put', name, envOption(environment)], { input: value });
  tools.say(`Stored the secret ${name}.`);
}
