import { micromark } from 'micromark';
import { TERMS_VERSION } from '#contract/checkout.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import { depositTexts, fillPlaceholders, LEGAL_TITLES, type LegalText } from '#domain/rental/terms.ts';
import { site } from '#web/config.ts';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';

/**
 * A text page with the first version. The build renders it; it has no script. At the edge the current version replaces
 * the contents of [data-legal-version] and [data-legal-text] (GET /api/terms/{type}/current).
 */
export function LegalPage({ type }: { type: LegalText }) {
  return (
    <SiteFrame>
      <article className="page prose max-w-3xl py-8 sm:py-12">
        <h1 className="text-3xl sm:text-4xl">{LEGAL_TITLES[type]}</h1>
        <p className="mt-2 text-ink-soft text-sm">
          Version <span data-legal-version>{TERMS_VERSION}</span>
        </p>
        <div
          data-legal-text={type}
          className="markdown mt-6"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: built from Markdown of this repository, at build time
          dangerouslySetInnerHTML={{ __html: htmlOf(type) }}
        />
      </article>
    </SiteFrame>
  );
}

function htmlOf(type: LegalText): string {
  const { businessName: name, businessPhone: phone, businessEmail: email } = site;
  const facts = { name, phone, email, deposits: depositTexts(FIRST_RATE_CARD) };
  return fillPlaceholders(micromark(FIRST_TERMS[type]), facts);
}
