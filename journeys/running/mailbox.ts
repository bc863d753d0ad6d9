export type Mail = {
  to: string;
  subject: string;
  text: string;
  attachments: { filename: string; type: string; text: string }[];
};

/** The e-mails to an address, newest first. `mailbox`: the address of the emulator. */
export async function mailsTo(email: string, mailbox: string): Promise<Mail[]> {
  const all = (await (await fetch(`${mailbox}/messages`)).json()) as Mail[];
  return all.filter(({ to }) => to === email);
}
