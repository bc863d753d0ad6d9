import { type Business, renderEmail } from './layout.ts';

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
