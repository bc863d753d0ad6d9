import * as z from 'zod/mini';
import { LEGAL_TEXTS } from '#domain/rental/terms.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { rowNumber } from './lists.ts';

const MAX_MARKDOWN = 50_000;
const legalText = z.enum(LEGAL_TEXTS, "Must be 'terms' or 'privacy'");
const markdown = z
  .string('Enter the text')
  .check(
    z.minLength(1, 'Enter the text'),
    z.maxLength(MAX_MARKDOWN, `Must be at most ${MAX_MARKDOWN.toLocaleString('en-US')} characters`),
  );
/** A text with its placeholders filled in. The server made the HTML from Markdown; it has no HTML of an author. */
const html = z.string();

export const legalVersion = z.object({
  type: z.enum(LEGAL_TEXTS),
  version: z.string(),
  publishedAt: instant,
  /** Null for the first version. */
  publishedBy: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type LegalVersion = z.output<typeof legalVersion>;

export const getLegalText = endpoint({
  name: 'getLegalText',
  method: 'GET',
  path: '/api/terms/:type/:version',
  access: 'public',
  params: z.strictObject({ type: legalText, version: z.string().check(z.maxLength(40)) }),
  query: z.strictObject({ rateCardId: z.optional(rowNumber) }),
  reply: z.object({
    type: z.enum(LEGAL_TEXTS),
    version: z.string(),
    title: z.string(),
    html,
    publishedAt: instant,
    isCurrent: z.boolean(),
  }),
  cache: 'public-advice',
});

export const listLegalTexts = endpoint({
  name: 'listLegalTexts',
  method: 'GET',
  path: '/api/admin/terms',
  access: 'office:read',
  reply: z.object({
    current: z.object({
      terms: z.object({ version: z.string(), markdown: z.string() }),
      privacy: z.object({ version: z.string(), markdown: z.string() }),
    }),
    versions: z.array(legalVersion),
  }),
});

export const publishLegalText = endpoint({
  name: 'publishLegalText',
  method: 'POST',
  path: '/api/admin/terms',
  access: 'business:write',
  body: z.strictObject({
    type: legalText,
    markdown,
    replaces: z.string('Enter the version that was edited'),
  }),
  bodyLimit: 256 * 1024,
  reply: legalVersion,
  status: 201,
});

export const previewLegalText = endpoint({
  name: 'previewLegalText',
  method: 'POST',
  path: '/api/admin/terms/preview',
  access: 'office:read',
  body: z.strictObject({ markdown }),
  bodyLimit: 256 * 1024,
  reply: z.object({ html }),
});
