import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

const node = (name: string, include: string[], exclude: string[] = []) => ({
  test: { name, include, exclude, environment: 'node' as const },
});

/** What the Worker is told beside wrangler.toml. Asked once for each test file, so each has a database of its own. */
const workerOptions = async () => ({
  wrangler: { configPath: './wrangler.toml' },
  miniflare: {
    bindings: {
      ENVIRONMENT: 'development',
      PUBLIC_URL: 'http://localhost:8788',
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
      STRIPE_WEBHOOK_SECRET: 'whsec_local',
      MIGRATIONS: await readD1Migrations('./migrations'),
    },
  },
});

/** One project a runtime: rules and emulators in Node, screens in jsdom, the Worker in workerd. */
export default defineConfig({
  test: {
    projects: [
      node('domain', ['domain/**/*.test.ts', 'contract/**/*.test.ts']),
      node('emulators', ['emulators/**/*.test.ts'], ['**/*.browser.test.ts']),
      node('browser', ['emulators/**/*.browser.test.ts']),
      node('scripts', ['scripts/**/*.test.ts']),
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
        },
      },
      {
        plugins: [cloudflareTest(workerOptions)],
        test: {
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          setupFiles: ['./worker/test/setup.ts'],
        },
      },
    ],
  },
});
