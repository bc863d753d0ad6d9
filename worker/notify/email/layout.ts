import type { Settings } from '#worker/base/env.ts';
import { asHtml } from './html-part.ts';

/** The details of the business that every e-mail shows. */
export type Business = {
  name: string;
  phone: string;
  email: string;
  /** '' when not stated. */
  openingHours: string;
  /** The name of the accent color. */
  accent: string;
  /** Null: the name is shown as text. */
  logoUrl: string | null;
};

export type EmailFact = {
  name: string;
  value: string;
  /** A sum of the rows above it. */
  isTotal?: boolean;
};

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
  /** Attached pictures, below the paragraphs. */
  photos?: readonly { contentId: string; alt: string }[];
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

/** The template of all e-mails, as text and as HTML. Both parts say the same. */
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
  return { subject: safe.subject, text: asText(safe), html: asHtml(safe, signature(email.business)) };
}

const safeFact = (fact: EmailFact): EmailFact => ({ ...fact, value: inOneLine(fact.value) });
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

/** How to contact the business, below every e-mail: the texts above say 'call' and name the phone number. */
function signature({ name, phone, email, openingHours }: Business): string {
  const hours = openingHours.trim();
  return [name, phone, ...(hours ? [`Opening hours: ${hours}`] : []), email].join('\n');
}

/** The site's host name, for the ids of calendar entries. */
export function siteHost({ publicUrl }: Settings): string {
  return new URL(publicUrl).hostname;
}

/** A URL of the site, for the button of an e-mail. Never built from a request's Host header. */
export function siteUrl({ publicUrl }: Settings, path: string): string {
  return new URL(publicUrl).origin + path;
}
