import { cutText } from './text.ts';

/** How consent to text messages was given or withdrawn. */
export const TEXT_CONSENT_SOURCES = ['form', 'phone_order', 'staff'] as const;
export type TextConsentSource = (typeof TEXT_CONSENT_SOURCES)[number];

export const TEXT_CONSENT_SOURCE_LABELS: Readonly<Record<TextConsentSource, string>> = {
  form: 'on the booking page',
  phone_order: 'with a phone order, recorded',
  staff: 'on the phone, recorded',
};

/** The same as the cell of a table. */
export const TEXT_CONSENT_CHANNELS: Readonly<Record<TextConsentSource, string>> = {
  form: 'Booking page',
  phone_order: 'Phone order',
  staff: 'Phone call',
};

/** Whether a booking gets texts. 'no_number': its phone number cannot get any. */
export const TEXT_STATES = ['on', 'not_asked', 'withdrawn', 'stopped', 'no_number'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** The words beside the checkbox of the public page. A consent is stored with them. */
export const TEXT_CONSENT_WORDING =
  'Text me about my rental: the arrival window, when the driver is on the way, and when the dumpster is there. About 3 texts a visit, to US and Canadian numbers only. Message and data rates may apply. Reply STOP to end, HELP for help. You can book without this.';

/** What staff read to a customer who orders by phone. A consent is stored with it. */
export const SPOKEN_CONSENT_WORDING =
  'May we text you about your rental: the arrival window, when the driver is on the way, and when the dumpster is there? Message and data rates may apply, and you can reply STOP at any time.';

/**
 * What is known about a text: 'prepared' before the provider accepted it, then the provider's own states. An incoming
 * report never moves a text back.
 */
export const TEXT_STATUSES = ['prepared', 'queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type TextStatus = (typeof TEXT_STATUSES)[number];

export const TEXT_STATUS_LABELS: Readonly<Record<TextStatus, string>> = {
  prepared: 'Waiting',
  queued: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
};

/** A report with a lower rank came late. 'delivered' is last: it is the only proof that the text arrived. */
export const TEXT_STATUS_RANKS: Readonly<Record<TextStatus, number>> = {
  prepared: 0,
  queued: 1,
  sent: 2,
  undelivered: 3,
  failed: 3,
  delivered: 4,
};

/** What an incoming text asks for. */
export const REPLY_KEYWORDS = ['stop', 'start', 'help', 'other'] as const;
export type ReplyKeyword = (typeof REPLY_KEYWORDS)[number];

/**
 * Twilio's default keywords, and how people write them (47 CFR 64.1200(a)(10): every reasonable way to revoke consent
 * counts). Compared without spaces, punctuation and accents.
 */
const STOP_WORDS = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'PLEASESTOP',
  'STOPPLEASE',
  'STOPTEXTING',
  'STOPTEXTINGME',
  'PLEASESTOPTEXTINGME',
  'STOPTEXTS',
  'STOPMESSAGES',
  'DONTTEXTME',
  'DONOTTEXTME',
  'NOMORETEXTS',
  'REMOVEME',
  'REMOVE',
  // Spanish.
  'ALTO',
  'PARAR',
  'PARE',
  'BASTA',
  'DETENER',
  'CANCELAR',
];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
const HELP_WORDS = ['HELP', 'INFO'];

/** `optOutType`: what the provider recognized; '' without one. */
export function replyKeyword(body: string, optOutType: string): ReplyKeyword {
  const word = (optOutType || body)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (STOP_WORDS.includes(word)) return 'stop';
  if (START_WORDS.includes(word)) return 'start';
  return HELP_WORDS.includes(word) ? 'help' : 'other';
}

/** The characters of one text in the GSM alphabet; a longer text is sent, and billed, as two. */
const ONE_TEXT = 160;
const STOP_HINT = ' Reply STOP to end';
const NAME_LENGTH = 30;

/**
 * A text of the business: its name first, and how to end texts last. Only characters of the GSM alphabet, because one other
 * character halves what fits into a text. `details` is left out when the text would be longer than one.
 */
export function textBody(business: string, words: string, details = ''): string {
  const start = `${gsmText(cutText(business, NAME_LENGTH))}: ${gsmText(words)}`;
  const whole = `${start}${details && ` ${gsmText(details)}`}${STOP_HINT}`;
  return whole.length <= ONE_TEXT ? whole : `${start}${STOP_HINT}`;
}

const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** The text with the characters of the GSM 03.38 alphabet that are also in ASCII; accents are dropped. */
function gsmText(text: string): string {
  return text
    .replace(
      /[\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0\u202f]/g,
      (character) => PLAIN[character] ?? '',
    )
    .normalize('NFD')
    .replace(/[^\n\x20-\x5a\x5f\x61-\x7a]/g, '');
}

/** Why a text was not delivered, in plain words. Codes: https://www.twilio.com/docs/api/errors */
export function textErrorWords(code: string | null): string {
  return (
    (code !== null && ERROR_WORDS[code]) || `The carrier did not deliver it${code ? ` (code ${code})` : ''}`
  );
}

const ERROR_WORDS: Readonly<Record<string, string>> = {
  '21211': 'The number does not exist',
  '21214': 'The number cannot be reached',
  '21217': 'The number does not exist',
  '21408': 'Texts to this country are off',
  '21610': 'The number stopped texts',
  '21612': 'The number cannot get texts',
  '21614': 'The number is not a mobile number',
  '30003': 'The phone is off or out of reach',
  '30004': 'The phone blocks texts from this number',
  '30005': 'The number is unknown',
  '30006': 'The number is a landline or cannot get texts',
  '30007': 'The carrier blocked it as spam',
  '30034': 'The sending number is not registered with the carriers',
};
