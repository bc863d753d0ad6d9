import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';

test('the platform stores no URLs of requests: they contain payment tokens and e-mail addresses', () => {
  const { observability } = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true });
  expect(observability).toMatchObject({
    logs: { enabled: true, invocation_logs: false },
    traces: { enabled: false },
  });
});
