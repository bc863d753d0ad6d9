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

/** Resources that replies may contain; a reference to any other resource is an id. */
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

/** Where the package allows any text, only its known values are allowed; an event may contain any object. */
const STRICTER = {
  OtherString: { not: {} },
  'Event.Data.Object': { type: 'object' },
  'Event.Data.PreviousAttributes': { type: 'object' },
};

/** The JSON Schema of every reply, generated once per version of the stripe package from its declarations. */
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

/** Treats a resource that no reply contains as its id; this also keeps the schema small. */
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
