import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

/** The file of the local system's private key in STATE_DIR. */
const LOCAL_KEY_FILE = 'backup-key.txt';

/**
 * Writes a new private key into a file that only its owner can read, in the format of age-keygen. Returns the public
 * key. Throws if the file exists: without its private key a backup cannot be read.
 */
export async function writeNewKey(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} exists: choose another name, so that no key is lost.`);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  return recipient;
}

/** The private key of a file that age-keygen or `npm run backup -- --new-key` wrote. */
export function readPrivateKey(file: string): string {
  const [key] = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (!key) throw new Error(`${file} has no private key (a line that begins with AGE-SECRET-KEY-).`);
  return key;
}

/** The public key of a local system. Makes its pair of keys at the first start. */
export async function localPublicKey(stateDir: string): Promise<string> {
  const file = join(stateDir, LOCAL_KEY_FILE);
  return existsSync(file) ? identityToRecipient(readPrivateKey(file)) : writeNewKey(file);
}

/**
 * The private key of a backup: in BACKUP_PRIVATE_KEY_FILE, or the one of the local system if it fits. Null if there is
 * neither. Throws if BACKUP_PRIVATE_KEY_FILE names no file, or one with another key.
 */
export async function findPrivateKey(
  recipient: string,
  { env, stateDir }: { env: NodeJS.ProcessEnv; stateDir: string },
): Promise<string | null> {
  const given = env.BACKUP_PRIVATE_KEY_FILE;
  const file = given || join(stateDir, LOCAL_KEY_FILE);
  if (!existsSync(file)) {
    if (!given) return null;
    throw new Error(
      `BACKUP_PRIVATE_KEY_FILE is ${given}, and there is no such file: set it to the file of the private key.`,
    );
  }
  const key = readPrivateKey(file);
  if ((await identityToRecipient(key)) === recipient) return key;
  if (!given) return null;
  throw new Error(`${file} has another key: the backup is encrypted to ${recipient}.`);
}
