import type { DeclineName } from './declines.ts';

type Brand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

/** The behavior of a test card. Without any of these attributes it always pays. Source: Stripe's page on testing. */
export interface TestCard {
  number: string;
  brand: Brand;
  funding?: 'credit' | 'debit' | 'prepaid';
  /** The words after tok_ and pm_card_ that stand for this card. */
  names: readonly string[];
  /** Every charge fails for this reason; after authentication if that is required. */
  declines?: DeclineName;
  /** It also cannot be saved to a customer. */
  cannotAttach?: boolean;
  /** On session the customer must authenticate; off session as `offSession` says. */
  authenticates?: boolean;
  /** The result of an off-session charge; the default is that of an on-session charge. */
  offSession?: 'authentication_required' | 'once_set_up' | 'pays';
  dispute?: 'fraudulent' | 'inquiry' | 'product_not_received';
  refund?: 'fails_later' | 'pends';
}

type Traits = Omit<TestCard, 'brand' | 'names' | 'number'>;

function visa(number: string, names: string[], traits: Traits = {}): TestCard {
  return { number, brand: 'visa', names, ...traits };
}

function declining(number: string, names: string[], declines: DeclineName): TestCard {
  return visa(number, names, { declines, cannotAttach: true });
}

export const TEST_CARDS: readonly TestCard[] = [
  visa('4242424242424242', ['visa', 'us']),
  visa('4000056655665556', ['visa_debit'], { funding: 'debit' }),
  { number: '5555555555554444', brand: 'mastercard', names: ['mastercard'] },
  { number: '2223003122003222', brand: 'mastercard', names: [] },
  { number: '5200828282828210', brand: 'mastercard', names: ['mastercard_debit'], funding: 'debit' },
  { number: '5105105105105100', brand: 'mastercard', names: ['mastercard_prepaid'], funding: 'prepaid' },
  { number: '378282246310005', brand: 'amex', names: ['amex'] },
  { number: '371449635398431', brand: 'amex', names: [] },
  { number: '6011111111111117', brand: 'discover', names: ['discover'] },
  { number: '3056930009020004', brand: 'diners', names: ['diners'] },
  { number: '3566002020360505', brand: 'jcb', names: ['jcb'] },
  { number: '6200000000000005', brand: 'unionpay', names: ['unionpay'] },

  declining('4000000000000002', ['chargeDeclined', 'visa_chargeDeclined'], 'generic_decline'),
  declining(
    '4000000000009995',
    ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    'insufficient_funds',
  ),
  declining('4000000000009987', ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'], 'lost_card'),
  declining('4000000000009979', ['visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'], 'stolen_card'),
  declining('4000000000000069', ['chargeDeclinedExpiredCard'], 'expired_card'),
  declining('4000000000000127', ['chargeDeclinedIncorrectCvc'], 'incorrect_cvc'),
  declining('4000000000000119', ['chargeDeclinedProcessingError'], 'processing_error'),
  declining(
    '4000000000006975',
    ['visa_chargeDeclinedVelocityLimitExceeded', 'chargeDeclinedVelocityLimitExceeded'],
    'card_velocity_exceeded',
  ),
  visa('4000000000000341', ['chargeCustomerFail'], { declines: 'generic_decline' }),

  visa('4000002500003155', ['authenticationRequiredOnSetup'], {
    authenticates: true,
    offSession: 'once_set_up',
  }),
  visa('4000002760003184', ['authenticationRequired'], {
    authenticates: true,
    offSession: 'authentication_required',
  }),
  visa('4000003800000446', ['authenticationRequiredSetupForOffSession'], {
    authenticates: true,
    offSession: 'pays',
  }),
  visa('4000008260003178', ['authenticationRequiredChargeDeclinedInsufficientFunds'], {
    authenticates: true,
    declines: 'insufficient_funds',
    offSession: 'pays',
  }),
  visa('4000000000003220', ['threeDSecure2Required'], {
    authenticates: true,
    offSession: 'authentication_required',
  }),
  visa('4000008400001629', ['threeDSecureRequiredChargeDeclined'], {
    authenticates: true,
    declines: 'generic_decline',
    offSession: 'authentication_required',
  }),

  visa('4000000000000259', ['createDispute'], { dispute: 'fraudulent' }),
  visa('4000000000002685', ['createDisputeProductNotReceived'], { dispute: 'product_not_received' }),
  visa('4000000000001976', ['createDisputeInquiry'], { dispute: 'inquiry' }),
  visa('4000000000007726', ['pendingRefund'], { refund: 'pends' }),
  visa('4000000000005126', ['refundFail'], { refund: 'fails_later' }),
];

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card]));
const BY_NAME = new Map(TEST_CARDS.flatMap((card) => card.names.map((name) => [name, card] as const)));

export function findCard(number: string): TestCard | null {
  return BY_NUMBER.get(number) ?? null;
}

/** The card behind tok_visa or pm_card_visa. */
export function findCardByToken(tokenOrId: string): TestCard | null {
  const name = /^(?:tok|pm_card)_(.+)$/.exec(tokenOrId)?.[1];
  return name === undefined ? null : (BY_NAME.get(name) ?? null);
}

/** The check digit that every card number carries. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
