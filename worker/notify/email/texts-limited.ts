import { formatDay } from '#domain/shared/days.ts';
import { type Business, renderEmail } from './layout.ts';

type EmailInput = {
  day: string;
  newTextNumbers: number;
  /** The URL of the setting in the back office. */
  url: string;
  business: Business;
};

/** The e-mail to the business that new numbers get no more texts on a day. */
export function textsLimitedEmail({ day, newTextNumbers, url, business }: EmailInput) {
  return renderEmail({
    subject: `Texts to new numbers stopped for ${formatDay(day)}`,
    greeting: 'Hello,',
    paragraphs: [
      `${newTextNumbers} phone numbers got their first text today, as many as the settings allow. Texts to further new numbers are left out until tomorrow. These customers still get their e-mails, and numbers that got texts before get them as usual.`,
      'Please look at the bookings of today. If they are real, raise the number in the settings. If they are not, thieves may be using the booking page to earn from texts: cancel those bookings.',
    ],
    button: { label: 'Open the settings', url },
    closing: ['You get this e-mail at most once a day.'],
    business,
  });
}
