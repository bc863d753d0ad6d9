import {
  CANCELLATION_RULE,
  FORBIDDEN_ITEMS_CHARGE,
  fillRule,
  PROHIBITED_WASTE,
} from '#domain/shared/policy-texts.ts';
import type { LegalText } from './terms.ts';

/** The first texts, as Markdown. They are stored at their first use; the pages are built with them. */
export const FIRST_TERMS: Readonly<Record<LegalText, string>> = {
  terms: `These terms apply when you rent a dumpster from {{business_name}} on this site. Please read them before you book: by ticking the box you agree to them.

## 1. Your booking

You choose a rental period, a size and a delivery date, at most 365 days ahead. While you pay, we hold a dumpster for you for twenty minutes. Your booking is made when the deposit is paid, and the page then shows its number.

Our staff confirm the delivery window with you. You must be entitled to have the dumpster placed there.

## 2. Deposit and final price

The amounts shown when you book are deposits only:

{{deposits}}

The final price adds dump fees, which depend on the weight and kind of what you load and are calculated at the end of your rental. The deposit counts towards the final price.

## 3. Your saved card

You agree that we save the card with which you pay the deposit, at our payment provider Stripe, and that we charge it for the remaining balance of this rental: the final price less what you have paid. We e-mail you about every charge.

If your bank asks you to approve the charge, or declines it, we send you a link to pay. We use the saved card for this rental only.

## 4. What must not go in

${PROHIBITED_WASTE.lead}

${PROHIBITED_WASTE.items.map((item) => `- ${item}`).join('\n')}

${fillRule(null)} ${FORBIDDEN_ITEMS_CHARGE}

## 5. Placement and use

Please keep the place and the way to it clear for a large truck on the days of delivery and pickup. You obtain the permit where a street or sidewalk needs one. You look after the dumpster while it stands with you, do not move it, and tell us at once if it is damaged.

## 6. Changes, cancellation and refunds

Call {{business_phone}} or write to {{business_email}} as early as you can. ${CANCELLATION_RULE}

## 7. Liability

We answer for damage that we cause by negligence. We do not answer for marks on driveways or lawns that a loaded dumpster leaves when it is set down where you asked. Nothing here limits rights that the law gives you and that cannot be waived.

## 8. Your data

Our [Privacy Policy](/privacy) says what we keep and for how long. With your booking we keep when and from which network address you agreed to these terms, and their version.
`,
  privacy: `{{business_name}} needs some facts about you to bring a dumpster to your door. We ask for no more than that, and sell none of it.

## 1. What we keep

- your name, e-mail address, phone number and delivery address
- what you rent, for which days, and the notes you give the driver
- what you paid, when, and what was refunded
- when, and from which network address, you agreed to our terms
- photos that our drivers take of the dumpster at your address, and your signature if you give one
- if you agree to text messages: when and how you agreed, the texts, and your answers

## 2. Your card

Card numbers never reach us: you type them into fields of our payment provider Stripe, which stores the card so that the remaining balance can be charged. Your billing address goes to Stripe and nowhere else. Stripe also checks payments for fraud; see [Stripe's privacy policy](https://stripe.com/privacy).

## 3. What stays in your browser

While you book, this site keeps your entries in the tab's own storage, so that a reload loses nothing; they go when you have paid or close the tab. A random number that says nothing about you lets you continue an unfinished booking in another tab; it, the size and day of that booking, and your choice of the light or dark theme are remembered until you clear them. We set no advertising cookies and use no trackers of our own.

## 4. Who else sees it

Our staff and drivers; Stripe for payments; Cloudflare, which runs our servers and delivers our e-mail. If you agree to text messages, the company that sends them for us gets your phone number; we share phone numbers with no one for marketing. To plan the drive, a routing service can get your delivery address, without your name. No one else, unless the law requires it.

## 5. How long

Bookings that were never paid are deleted after 30 days. Messages we sent, your answers and technical records of payments are deleted after 90 days, and the photos and signatures of deliveries after two years. A number that sent STOP stays on our list, so that it gets no more texts. Bookings and payments are kept as long as tax law asks for.

## 6. Your rights

Ask us at any time what we hold about you, and have it corrected or, where no law obliges us to keep it, deleted: {{business_email}} or {{business_phone}}.
`,
};
