import { type Business, renderEmail } from './layout.ts';

const WORDS: Readonly<Record<string, string>> = {
  username: 'the username',
  email: 'the e-mail address',
  password: 'the password',
  role: 'the role',
  firstName: 'the name',
  lastName: 'the name',
  phone: 'the phone number',
};

export type AccountChangeSource = 'colleague' | 'owner' | 'reset-link';

/** What was changed, not to what: the mail may reach an address that is no longer its owner's. */
export function accountChangedEmail(input: {
  name: string;
  source: AccountChangeSource;
  /** The username of the user who made the change. */
  changedBy: string;
  changed: string[];
  business: Business;
}) {
  const { name, business } = input;
  return renderEmail({
    subject: `Your account at ${business.name} was changed`,
    greeting: `Hello ${name},`,
    paragraphs: [changeSentence(input), `If you did not expect this, call ${business.phone} at once.`],
    business,
  });
}

function changeSentence(input: {
  source: AccountChangeSource;
  changedBy: string;
  changed: string[];
}): string {
  const { source, changedBy, changed } = input;
  const fields = listed([...new Set(changed.flatMap((field) => WORDS[field] ?? []))]);
  switch (source) {
    case 'colleague':
      return `${changedBy} changed ${fields} of your account.`;
    case 'owner':
      return `You changed ${fields} of your account, signed in as ${changedBy}.`;
    case 'reset-link':
      return `You changed ${fields} of your account with a link that we e-mailed to you.`;
  }
}

function listed(words: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words);
}

export function passwordResetEmail(input: {
  name: string;
  url: string;
  minutes: number;
  business: Business;
}) {
  const { name, url, minutes, business } = input;
  return renderEmail({
    subject: `Reset your password at ${business.name}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      'We received a request to reset the password of your account.',
      `The link below works once, for ${minutes} minutes. If you did not ask for it, ignore this e-mail: nothing changes.`,
    ],
    button: { label: 'Choose a new password', url },
    business,
  });
}

/** What happened, and that the link alone signs no one in: it may have been asked for by a stranger. */
export function signInLinkEmail(input: { name: string; url: string; minutes: number; business: Business }) {
  const { name, url, minutes, business } = input;
  return renderEmail({
    subject: `Your sign-in link for ${business.name}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      'A wrong password was entered too often, so new devices have to wait before they can sign in to your account. Someone asked for a link to get past this wait.',
      `If it was you, open the link in the browser that asked for it, and enter your password. The link works once, for ${minutes} minutes.`,
      `If it was not you, ignore this e-mail: the link works in no other browser, and only with your password. Devices where you signed in before are not affected.`,
    ],
    button: { label: 'Sign in', url },
    business,
  });
}
