import { ACCENT_COLORS, type Accent } from '#domain/shared/business.ts';
import type { EmailContent, EmailFact, Section } from './layout.ts';

/** The colors of the site's two themes (web/kit/ui/theme/theme.css). */
export const EMAIL_COLORS = {
  light: {
    paper: '#f5f4ef',
    surface: '#ffffff',
    line: '#d8d5c9',
    ink: '#1a1f1c',
    soft: '#50574f',
    link: '#17593f',
    button: '#17593f',
    onButton: '#ffffff',
    livery: '#12382a',
    onLivery: '#ffffff',
  },
  dark: {
    paper: '#121513',
    surface: '#1b201d',
    line: '#333b36',
    ink: '#eef0ea',
    soft: '#b3bbb3',
    link: '#74cfa2',
    button: '#74cfa2',
    onButton: '#0b1b13',
    livery: '#0c241b',
    onLivery: '#ffffff',
  },
} as const;

const { light, dark } = EMAIL_COLORS;

/** Inline styles are the light theme. These rules change the colors where a mail program knows the reader's theme. */
const DARK_STYLE = `@media (prefers-color-scheme:dark){${[
  `.paper{background:${dark.paper}!important;color:${dark.ink}!important}`,
  `.surface{background:${dark.surface}!important;color:${dark.ink}!important}`,
  `.livery{background:${dark.livery}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.soft{color:${dark.soft}!important}`,
  `.link{color:${dark.link}!important}`,
  `.button{background:${dark.button}!important;color:${dark.onButton}!important}`,
].join('')}}`;

/**
 * The HTML part of an e-mail: tables and inline styles, because mail programs support little else. `contact`: the lines
 * below it.
 */
export function asHtml(email: EmailContent, contact: string): string {
  const { subject, greeting, paragraphs, facts = [], details = [], sections = [], closing = [] } = email;
  const body = [
    htmlParagraphs([greeting, ...paragraphs]),
    ...(email.photos ?? []).map(htmlPhoto),
    htmlFacts(facts),
    ...details.map(htmlSection),
    htmlButton(email.button),
    htmlParagraphs(closing),
    ...sections.map(htmlSection),
  ].join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${DARK_STYLE}</style></head>
<body class="paper" style="margin:0;background:${light.paper};color:${light.ink};font:16px/1.5 Arial,Helvetica,sans-serif">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${light.surface};border-radius:8px">
<tr><td class="livery" style="background:${light.livery};color:${light.onLivery};padding:16px 24px;border-bottom:4px solid ${signalOf(email.business.accent)};border-radius:8px 8px 0 0;font-weight:700;font-size:18px">${htmlName(email.business)}</td></tr>
<tr><td style="padding:24px 24px 8px;overflow-wrap:anywhere">${body}</td></tr>
<tr><td class="soft line" style="padding:16px 24px 24px;border-top:1px solid ${light.line};color:${light.soft};font-size:14px;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(contact)}</td></tr>
</table></td></tr></table></body></html>`;
}

function signalOf(accent: string): string {
  return (Object.hasOwn(ACCENT_COLORS, accent) ? ACCENT_COLORS[accent as Accent] : ACCENT_COLORS.yellow)
    .signal;
}

/** The logo on white, as its author saw it. Its alternative text stands there while pictures are blocked. */
function htmlName({ name, logoUrl }: EmailContent['business']): string {
  if (logoUrl === null) return escapeHtml(name);
  return `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;padding:6px 10px;border-radius:6px;background:${light.surface};color:${light.ink}">`;
}

function htmlPhoto(photo: NonNullable<EmailContent['photos']>[number]): string {
  return `<p style="margin:0 0 20px"><img src="cid:${escapeHtml(photo.contentId)}" alt="${escapeHtml(photo.alt)}" width="552" style="display:block;width:100%;max-width:552px;height:auto;border-radius:6px"></p>`;
}

function htmlButton(button: EmailContent['button']): string {
  if (!button) return '';
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;background:${light.button};color:${light.onButton};padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`;
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
      `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(link.url)}" style="color:${light.link}">${escapeHtml(link.label)}</a></p>`,
  ].join('');
}

function htmlParagraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
}

function htmlFacts(facts: readonly EmailFact[]): string {
  return htmlTable(facts, { name: 'white-space:nowrap', value: 'overflow-wrap:anywhere', align: '' });
}

/** For long names and short amounts: the names wrap, the amounts are aligned in a column. */
function htmlSums(sums: readonly EmailFact[]): string {
  return htmlTable(sums, { name: '', value: 'min-width:5em', align: ' align="right"' });
}

type TableStyle = { name: string; value: string; align: string };

function htmlTable(rows: readonly EmailFact[], style: TableStyle): string {
  if (rows.length === 0) return '';
  const border = `border-bottom:1px solid ${light.line};vertical-align:top`;
  const cells = rows.map(
    ({ name, value, isTotal }) =>
      `<tr><th align="left" class="${isTotal ? '' : 'soft '}line" style="padding:8px 16px 8px 0;${border};${isTotal ? 'font-weight:600' : `color:${light.soft};font-weight:400`};${style.name}">${escapeHtml(name)}</th><td${style.align} class="line" style="padding:8px 0;${border};font-weight:600;${style.value}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${cells.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
