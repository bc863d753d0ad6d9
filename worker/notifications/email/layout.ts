import type { Settings } from '#worker/env.ts';

/** The details of the business that every e-mail shows. */
export type Business = { name: string; phone: string; email: string };

export type EmailFact = { name: string; value: string };

/** A part with a title: sentences, a list, a table of sums and a link, in this order. */
export type Section = {
  title: string;
  paragraphs?: readonly string[];
  items?: readonly string[];
  sums?: readonly EmailFact[];
  /** Sentences below the list. */
  after?: readonly string[];
  link?: { label: string; url: string };
};

export type EmailContent = {
  subject: string;
  greeting: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** The table of facts and the button. `closing` stands below both. */
  facts?: EmailFact[];
  /** Sections between the facts and the button. */
  details?: readonly Section[];
  button?: { label: string; url: string } | undefined;
  /** Sections below the closing. */
  sections?: readonly Section[];
  closing?: string[];
  business: Business;
};

/**
 * The template of all e-mails, as text and as HTML. It uses tables and inline styles, because mail programs support
 * little else.
 */
export function renderEmail(email: EmailContent) {
  const { subject, greeting, facts = [], details = [], sections = [] } = email;
  const safe = {
    ...email,
    subject: inOneLine(subject),
    greeting: inOneLine(greeting),
    facts: facts.map(safeFact),
    details: details.map(safeSection),
    sections: sections.map(safeSection),
  };
  return { subject: safe.subject, text: asText(safe), html: asHtml(safe) };
}

const safeFact = ({ name, value }: EmailFact): EmailFact => ({ name, value: inOneLine(value) });
const safeSection = (section: Section) => ({ ...section, sums: (section.sums ?? []).map(safeFact) });

/** Replaces line breaks in user input, so that it cannot add headers or paragraphs. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function asText(email: EmailContent): string {
  const { greeting, paragraphs, facts = [], details = [], sections = [], closing = [] } = email;
  const { button, business } = email;
  const action = button ? [`${button.label}:\n${button.url}`] : [];
  return [
    greeting,
    ...paragraphs,
    ...textFacts(facts),
    ...details.flatMap(textSection),
    ...action,
    ...closing,
    ...sections.flatMap(textSection),
    signature(business),
  ].join('\n\n');
}

function textFacts(facts: readonly EmailFact[]): string[] {
  return facts.length > 0 ? [facts.map(({ name, value }) => `${name}: ${value}`).join('\n')] : [];
}

function textSection({ title, paragraphs = [], items = [], sums = [], after = [], link }: Section): string[] {
  return [
    title.toUpperCase(),
    ...paragraphs,
    ...(items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : []),
    ...textFacts(sums),
    ...after,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
  ];
}

function asHtml({
  subject,
  greeting,
  paragraphs,
  facts = [],
  details = [],
  sections = [],
  closing = [],
  button,
  business,
}: EmailContent): string {
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#17573c;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`
    : '';
  const lead = htmlParagraphs([greeting, ...paragraphs]);
  const parts = sections.map(htmlSection).join('');
  const shown = details.map(htmlSection).join('');
  const body = [lead, htmlFacts(facts), shown, action, htmlParagraphs(closing), parts].join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light only"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f3ee;color:#1b1d1a;font:16px/1.5 Arial,Helvetica,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="background:#12382a;color:#ffffff;padding:16px 24px;border-bottom:4px solid #f7c325;border-radius:8px 8px 0 0;font-weight:700">${escapeHtml(business.name)}</td></tr>
<tr><td style="padding:24px 24px 8px;overflow-wrap:anywhere">${body}</td></tr>
<tr><td style="padding:0 24px 24px;color:#5a5f58;font-size:14px;white-space:pre-line">${escapeHtml(signature(business))}</td></tr>
</table></td></tr></table></body></html>`;
}

function htmlSection({ title, paragraphs = [], items = [], sums = [], after = [], link }: Section): string {
  const entries = items.map((item) => `<li style="margin:0 0 4px">${escapeHtml(item)}</li>`).join('');
  return [
    `<h2 style="margin:28px 0 8px;font-size:18px;line-height:1.3">${escapeHtml(title)}</h2>`,
    htmlParagraphs(paragraphs),
    entries && `<ul style="margin:0 0 16px;padding-left:24px">${entries}</ul>`,
    htmlSums(sums),
    htmlParagraphs(after),
    link &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="color:#17573c">${escapeHtml(link.label)}</a></p>`,
  ].join('');
}

function htmlParagraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
}

function htmlFacts(facts: readonly EmailFact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><th align="left" style="padding:8px 16px 8px 0;border-bottom:1px solid #e4e0d6;color:#5a5f58;font-weight:400;vertical-align:top;white-space:nowrap">${escapeHtml(name)}</th><td style="padding:8px 0;border-bottom:1px solid #e4e0d6;font-weight:600;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`;
}

/** For long names and short amounts: the names wrap, the amounts are aligned in a column. */
function htmlSums(sums: readonly EmailFact[]): string {
  if (sums.length === 0) return '';
  const rows = sums.map(
    ({ name, value }) =>
      `<tr><th align="left" style="padding:8px 16px 8px 0;border-bottom:1px solid #e4e0d6;color:#5a5f58;font-weight:400;vertical-align:top">${escapeHtml(name)}</th><td align="right" style="padding:8px 0;border-bottom:1px solid #e4e0d6;font-weight:600;vertical-align:top;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`;
}

function signature({ name, phone, email }: Business): string {
  return `${name}\n${phone}\n${email}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The site's host name, for the ids of calendar entries. */
export function siteHost({ publicUrl }: Settings): string {
  return new URL(publicUrl).hostname;
}

/** A URL of the site, for the button of an e-mail. Never built from a request's Host header. */
export function siteUrl({ publicUrl }: Settings, path: string): string {
  return new URL(publicUrl).origin + path;
}
