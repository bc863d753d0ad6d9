import { randomBytes } from 'node:crypto';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits. */
export function token(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('');
}

const ACCOUNT = 'Em7DumpstR';

/** The common start of the ids of one payment (pi_, ch_, re_, txn_): '3' and 15 more characters. */
function newStem(): string {
  return `3${token(5)}${ACCOUNT}`;
}

/** An id with a payment's common start; without `stem` it gets a new one. */
export function stemId(prefix: string, stem = newStem()): string {
  return `${prefix}_${stem}${token(8)}`;
}

export function stemOf(id: string): string {
  return id.slice(id.indexOf('_') + 1).slice(0, 16);
}

/** Identifiers outside payments: pm_1..., seti_1..., evt_1... */
export function plainId(prefix: string): string {
  return `${prefix}_1${token(5)}${ACCOUNT}${token(8)}`;
}

export function customerId(): string {
  return `cus_${token(14)}`;
}

export function requestId(): string {
  return `req_${token(14)}`;
}

export function clientSecret(id: string): string {
  return `${id}_secret_${token(25)}`;
}
