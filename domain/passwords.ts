/** What a password that is chosen must not be, for forms and for the server. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;
const USERNAME_MIN = 3;

/** Whether a password has no visible character. */
export function isBlankPassword(password: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(password);
}

/** Whether a password contains the username, whatever the case; of a username that is an e-mail address, its name. */
export function containsUsername(password: string, username: string): boolean {
  const [local = ''] = username.split('@');
  const name = comparable(local.length >= USERNAME_MIN ? local : username);
  return name.length >= USERNAME_MIN && comparable(password).includes(name);
}

/** Passwords are hashed in this form, so look-alikes of a letter are that letter. */
const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
