/** Rules for new passwords, shared by forms and the server. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;
const USERNAME_MIN = 3;

/** Whether a password has no visible character. */
export function isBlankPassword(password: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(password);
}

/** Whether a password contains the username, in any case. Of an e-mail address, only the part before @ counts. */
export function containsUsername(password: string, username: string): boolean {
  const [local = ''] = username.split('@');
  const name = comparable(local.length >= USERNAME_MIN ? local : username);
  return name.length >= USERNAME_MIN && comparable(password).includes(name);
}

/** The form in which passwords are hashed: NFKC maps look-alike characters to one character. */
const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
