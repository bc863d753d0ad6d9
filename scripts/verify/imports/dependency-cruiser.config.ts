import type { IConfiguration } from 'dependency-cruiser';
import { FOLDERS } from './rooms.ts';
import { type Rule, rulesOfFolder, TESTS } from './rules.ts';

const packages = (...names: string[]) => `(?:^|/)node_modules/(?:${names.join('|')})/`;

/** What the rooms do not say, most of all which files know a package. */
const RULES: Rule[] = [
  {
    name: 'product-without-tests',
    comment: 'what customers and staff get imports neither tests nor the build of the pages',
    from: {
      path: '^(?:domain|contract|web|worker)/',
      pathNot: `${TESTS}|^web/build/|^web/vite[.]config[.]ts$`,
    },
    to: { path: `${TESTS}|^web/build/` },
  },
  {
    name: 'own-folder',
    comment: 'a path without # stays in its folder',
    from: { path: '^((?:domain|contract|web).*)/[^/]+$' },
    to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^$1/' },
  },
  {
    name: 'worker-own-folder',
    comment: 'a path without # leaves at most one folder',
    from: { path: '^(worker.*)/[^/]+/[^/]+$', pathNot: TESTS },
    to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^$1/' },
  },
  {
    name: 'domain-packages',
    comment: 'domain/ imports no package',
    from: { path: '^domain/', pathNot: TESTS },
    to: { dependencyTypesNot: ['local'] },
  },
  {
    name: 'contract-packages',
    comment: 'contract/ imports no package but zod/mini',
    from: { path: '^contract/', pathNot: TESTS },
    to: { dependencyTypesNot: ['local'], pathNot: packages('zod/mini') },
  },
  {
    name: 'web-contract-docs',
    comment: 'pages do not load the summaries and errors of calls',
    from: { path: '^web/' },
    to: { path: '^contract/docs/' },
  },
  {
    name: 'web-packages',
    comment: 'pages know zod/mini, and none of the packages of the server',
    from: { path: '^web/', pathNot: '^web/edge/.*[.]test[.]ts$' },
    to: { path: `${packages('stripe', 'hono', 'drizzle-orm')}|(?:^|/)node_modules/zod/(?!mini/)` },
  },
  {
    name: 'web-card',
    comment: 'only web/public/card/ knows Stripe',
    from: { path: '^web/', pathNot: '^web/public/card/' },
    to: { path: packages('@stripe') },
  },
  {
    name: 'public-router',
    comment: 'documents of customers have no router',
    from: { path: '^web/public/' },
    to: { path: packages('react-router') },
  },
  {
    name: 'kit-ui',
    comment: 'primitives know no calls, queries, routes or schemas',
    from: { path: '^web/kit/ui/' },
    to: { path: `^contract/|${packages('@tanstack', 'react-router', 'zod')}` },
  },
  {
    name: 'web-worker',
    comment: 'only the tests of documents at the edge run the Worker',
    from: { path: '^web/', pathNot: '^web/edge/' },
    to: { path: '^worker/' },
  },
  {
    name: 'web-test-pages',
    comment: 'of the helpers of tests, only those of the office import its pages',
    from: { path: '^web/test/', pathNot: '^web/test/office-' },
    to: { path: '^web/(?:office|public)/' },
  },
  {
    name: 'worker-drizzle',
    comment: 'SQL is in repo.ts, *-repo.ts and worker/base/db',
    from: { path: '^worker/', pathNot: `${TESTS}|[/-]repo[.]ts$|^worker/base/db/` },
    to: { path: packages('drizzle-orm') },
  },
  {
    name: 'worker-hono',
    comment: 'http.ts, *-http.ts, worker/base/http and the app know Hono',
    from: {
      path: '^worker/',
      pathNot: `${TESTS}|[/-]http[.]ts$|^worker/base/http/|^worker/entry/app[.]ts$|^worker/index[.]ts$`,
    },
    to: { path: packages('hono') },
  },
  {
    name: 'worker-http-repo',
    comment: 'HTTP files import services, never a repo',
    from: { path: '^worker/.*[/-]http[.]ts$' },
    to: { path: '^worker/.*[/-]repo[.]ts$' },
  },
  {
    name: 'worker-stripe',
    comment: 'one file of the Worker knows Stripe',
    from: { path: '^worker/', pathNot: `${TESTS}|^worker/base/platform/stripe[.]ts$` },
    to: { path: packages('stripe') },
  },
  {
    name: 'worker-react',
    comment: 'the Worker renders no screens',
    from: { path: '^worker/' },
    to: { path: packages('react', 'react-dom') },
  },
];

const rules = [...Object.entries(FOLDERS).flatMap(([name, folder]) => rulesOfFolder(name, folder)), ...RULES];

/** Type imports count. dependency-cruiser cannot use TypeScript 7, so swc parses. */
const config: IConfiguration = {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' as const })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:web/)?dist/' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};

export default config;
