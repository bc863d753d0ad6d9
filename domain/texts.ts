/** How consent to text messages was given or withdrawn. */
export const TEXT_CONSENT_SOURCES = ['form', 'phone_order', 'staff'] as const;
export type TextConsentSource = (typeof TEXT_CONSENT_SOURCES)[number];

/**
 * What is known about a text: 'prepared' before the provider accepted it, then the provider's own states. An incoming
 * report never moves a text back.
 */
export const TEXT_STATUSES = ['prepared', 'queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type TextStatus = (typeof TEXT_STATUSES)[number];

/** What an incoming text asks for. */
export const REPLY_KEYWORDS = ['stop', 'start', 'help', 'other'] as const;
export type ReplyKeyword = (typeof REPLY_KEYWORDS)[number];
