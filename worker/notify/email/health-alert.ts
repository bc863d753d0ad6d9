import { type Business, renderEmail } from './layout.ts';

const CHECK_LABELS = {
  schema: 'Database version',
  restore: 'Unfinished restore',
  crons: 'Scheduled tasks',
  outbox: 'E-mails and background tasks',
  dead_letters: 'Failed e-mails and tasks',
  reconciliation: 'Payments compared with Stripe',
  backup: 'Backup',
  database_size: 'Size of the database',
  stripe: 'Connection to Stripe',
} as const;

type EmailInput = {
  /** The checks that changed. */
  checks: readonly { name: keyof typeof CHECK_LABELS; ok: boolean; detail: string }[];
  /** Whether no check fails any more. */
  isAllGood: boolean;
  /** The URL of the notifications page in the back office. */
  url: string;
  business: Business;
};

/** The e-mail to the business that parts of the system fail, or work again. */
export function healthAlertEmail({ checks, isAllGood, url, business }: EmailInput) {
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => CHECK_LABELS[name]);
  const { subject, paragraphs } = failing.length > 0 ? failureText(failing) : recoveryText(isAllGood);
  return renderEmail({
    subject,
    greeting: 'Hello,',
    paragraphs,
    facts: checks.map(({ name, ok, detail }) => ({
      name: CHECK_LABELS[name],
      value: `${ok ? 'Good again' : 'Problem'}. ${detail}`,
    })),
    button: { label: 'Open notifications', url },
    closing: ['You get one e-mail when a part fails and one when it is good again.'],
    business,
  });
}

function failureText(failing: readonly string[]) {
  return {
    subject: `Your booking system needs attention: ${failing.join(', ')}`,
    paragraphs: [
      'The automatic check of your booking system found a problem. Please forward this e-mail to the person who operates it.',
      "The chapter 'Health' of the runbook says what to do.",
    ],
  };
}

function recoveryText(isAllGood: boolean) {
  return {
    subject: isAllGood ? 'Your booking system works again' : 'A part of your booking system works again',
    paragraphs: ['The automatic check of your booking system found that this is good again:'],
  };
}
