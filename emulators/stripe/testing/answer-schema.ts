import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Stripe from 'stripe';
import {
  createFormatter,
  createParser,
  createProgram,
  SchemaGenerator,
  StringType,
  type SubNodeParser,
} from 'ts-json-schema-generator';

const TYPES = join(import.meta.dirname, 'answer-types.ts');
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/stripe-answers');

/** Resources whose objects answers may hold; a reference to any other is an identifier. */
const HELD = [
  'BalanceTransactions',
  'Charges',
  'Customers',
  'Disputes',
  'Events',
  'PaymentIntents',
  'PaymentMethods',
  'Radar/EarlyFraudWarnings',
  'Refunds',
  'SetupIntents',
  'WebhookEndpoints',
];

export interface Schema {
  definitions: Record<string, object>;
}

/** Only the values that the package knows, where it allows any text; and an event may carry any object. */
const STRICTER = {
  OtherString: { not: {} },
  'Event.Data.Object': { type: 'object' },
  'Event.Data.PreviousAttributes': { type: 'object' },
};

/** The JSON Schema of every answer, from the stripe package's own declarations; generated once per version of it. */
export function answerSchema(): Schema {
  const sources = [TYPES, import.meta.filename].map((source) => readFileSync(source, 'utf8'));
  const version = createHash('sha256').update(sources.join('')).digest('hex').slice(0, 8);
  const file = join(CACHE, `${Stripe.PACKAGE_VERSION}-${version}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const schema = generate();
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(schema));
  renameSync(draft, file);
  return schema;
}

function generate(): Schema {
  const config = {
    path: TYPES,
    type: 'Answers',
    tsconfig: join(import.meta.dirname, '../../tsconfig.json'),
    skipTypeCheck: true,
    expose: 'all' as const,
    jsDoc: 'none' as const,
    additionalProperties: false,
    topRef: true,
    encodeRefs: false,
    strictTuples: false,
    extraTags: [],
    discriminatorType: 'json-schema' as const,
    functions: 'comment' as const,
    markdownDescription: false,
    fullDescription: false,
    minify: false,
    sortProps: true,
    schemaId: '',
  };
  const program = createProgram(config);
  const parser = createParser(program, config, (chain) => chain.addNodeParser(identifierParser()));
  const { definitions = {} } = new SchemaGenerator(
    program,
    parser,
    createFormatter(config),
    config,
  ).createSchema('Answers');
  return { definitions: { ...definitions, ...STRICTER } };
}

/** Reads a resource that no answer holds as its identifier; that also keeps the schema small. */
function identifierParser(): SubNodeParser {
  return {
    supportsNode(node) {
      if (!('members' in node && 'name' in node)) return false;
      const { fileName } = node.getSourceFile();
      const resource = /\/stripe\/.*\/resources\/(.+)\.d\.ts$/.exec(fileName)?.[1];
      return resource !== undefined && !HELD.includes(resource);
    },
    createType: () => new StringType(),
  };
}
