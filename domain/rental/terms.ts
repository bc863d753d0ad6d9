import type { RateCard } from '#domain/catalog/rate-card.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';

/** The texts that customers agree to, and their titles. */
export const LEGAL_TITLES = { terms: 'Terms of Service', privacy: 'Privacy Policy' } as const;
export type LegalText = keyof typeof LEGAL_TITLES;
export const LEGAL_TEXTS = Object.keys(LEGAL_TITLES) as [LegalText, ...LegalText[]];

/** What {{...}} in a text stands for. The values are filled in when the text is shown. */
export const TERMS_PLACEHOLDERS = {
  business_name: 'the name of the business',
  business_phone: 'the phone number, as a link that dials it',
  business_email: 'the e-mail address, as a link',
  deposits: 'the deposit of each rental period, as a list when it is a paragraph of its own',
} as const;

export type TermsFacts = { name: string; phone: string; email: string; deposits: readonly string[] };

/** '7-Day Rental: $425', or 'from $425' when sizes or materials differ; the offered rental periods in order. */
export function depositTexts({ rentalOptions, rates }: Pick<RateCard, 'rentalOptions' | 'rates'>): string[] {
  return rentalOptions.flatMap(({ id, title, isActive }) => {
    const offered = rates.filter(({ rentalOption, isOffered }) => isOffered && rentalOption === id);
    const deposits = offered.map(({ deposit }) => deposit);
    if (!isActive || deposits.length === 0) return [];
    const lowest = Math.min(...deposits);
    return [`${title}: ${lowest < Math.max(...deposits) ? 'from ' : ''}${formatUsdWhole(lowest)}`];
  });
}

/** The HTML of a text with the values of its placeholders. The values are escaped. */
export function fillPlaceholders(html: string, { name, phone, email, deposits }: TermsFacts): string {
  const items = deposits.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  const values: Record<keyof typeof TERMS_PLACEHOLDERS, string> = {
    business_name: escapeHtml(name),
    business_phone: link(`tel:${phone.replace(/[^\d+]/g, '')}`, phone),
    business_email: link(`mailto:${email}`, email),
    deposits: escapeHtml(deposits.join(', ')),
  };
  return html
    .replaceAll('<p>{{deposits}}</p>', () => `<ul>${items}</ul>`)
    .replace(/\{\{(\w+)\}\}/g, (text, key: string) =>
      Object.hasOwn(values, key) ? values[key as keyof typeof values] : text,
    );
}

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
