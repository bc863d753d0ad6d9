import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { LEGAL_TITLES, type LegalText } from '#domain/rental/terms.ts';
import { accentStyle } from '#domain/shared/business.ts';
import { type ShownBusiness, showBusiness } from '#web/config.ts';
import { escapeHtml, escapeJson } from '#web/edge/escape.ts';
import { SiteFooter, SiteHeader } from '#web/kit/ui/page/SiteFrame.tsx';
import { PATHS } from '#web/paths.ts';
import { BookingApp } from '#web/public/booking/BookingApp.tsx';
import { NoScriptNotice } from '#web/public/pages/NoScriptNotice.tsx';

declare const __BUILD__: string;

/** A hash of all sources, of the built-in catalog and of the environment. */
export const BUILD = __BUILD__;

/** What a catalog changes in the public page, for web/functions. React renders the same as the build and the browser. */
export function renderFirstStep(catalog: PublicCatalog) {
  // Rendering is synchronous, so no other request sees this business.
  showBusiness(catalog);
  const { name, accent, frameOrigins } = catalog.business;
  const shareTitle = `Rent a dumpster from ${name}`;
  return {
    inner: {
      title: escapeHtml(`Rent a Dumpster | ${name}`),
      '#root': renderToString(<BookingApp catalog={catalog} />),
      '#catalog': escapeJson(catalog),
      noscript: renderToStaticMarkup(<NoScriptNotice />),
    },
    meta: {
      '[name="description"]': `Book a roll-off dumpster online: choose ${daysText(catalog)}, pay a deposit, and ${name} delivers.`,
      '[property="og:site_name"]': name,
      '[property="og:title"]': shareTitle,
      '[name="twitter:title"]': shareTitle,
    },
    style: accentStyle(accent),
    frameOrigins,
  };
}

type BusinessFacts = ShownBusiness & { accent: string };

/** What the business changes in a document without a catalog: its header, footer and color. */
export function renderFrame({ accent, ...facts }: BusinessFacts, title: string) {
  showBusiness(facts);
  return {
    inner: {
      title: escapeHtml(`${title} | ${facts.business.name}`),
      '#business': escapeJson(facts),
      noscript: renderToStaticMarkup(<NoScriptNotice />),
    },
    outer: {
      'header[data-site-chrome]': renderToStaticMarkup(<SiteHeader />),
      'footer[data-site-chrome]': renderToStaticMarkup(<SiteFooter />),
    },
    meta: {},
    style: accentStyle(accent),
    frameOrigins: null,
  };
}

/** The same with a version of a text, whose HTML the Worker made. */
export function renderLegal(
  {
    version,
    isCurrent,
    html,
    ...facts
  }: BusinessFacts & { version: string; isCurrent: boolean; html: string },
  type: LegalText,
) {
  const frame = renderFrame(facts, LEGAL_TITLES[type]);
  const note = isCurrent
    ? ''
    : `, which is not the current one. <a href="${PATHS[type]}">Read the current version</a>`;
  return {
    ...frame,
    inner: { ...frame.inner, '[data-legal-version]': escapeHtml(version) + note, '[data-legal-text]': html },
  };
}

/** '1, 7 or 30 days'. */
function daysText({ rentalOptions }: PublicCatalog): string {
  const days = [...new Set(rentalOptions.map((option) => option.days))].sort((a, b) => a - b);
  const last = days.pop();
  if (last === 1) return '1 day';
  return `${days.length > 0 ? `${days.join(', ')} or ` : ''}${last} days`;
}
