import { type Business, renderLetter } from './layout.ts';

const WORDS: Readonly<Record<string, string>> = {
  username: 'the username',
  email: 'the e-mail address',
  password: 'the password',
  role: 'the role',
  firstName: 'the name',
  lastName: 'the name',
  phone: 'the phone number',
};

/** What was changed, not to what: the mail may reach an address that is no longer its owner's. */
export function accountChangedLetter(given: {
  name: string;
  changedBy: string;
  changed: string[];
  business: Business;
}) {
  const { name, changedBy, changed, business } = given;
  const words = [...new Set(changed.flatMap((field) => WORDS[field] ?? []))];
  return renderLetter({
    subject: `Your account at ${business.name} was changed`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${changedBy} changed ${listed(words)} of your account.`,
      `If you did not expect this, call ${business.phone} at once.`,
    ],
    business,
  });
}

function listed(words: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words);
}
