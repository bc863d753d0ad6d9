import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../database.ts';

/** A text that the emulator accepted. */
export interface StoredText {
  id: string;
  to: string;
  from: string;
  body: string;
  status: string;
  errorCode: number | null;
  callbackUrl: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export type NewText = Omit<StoredText, 'id'>;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS texts (number INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS stopped (phone TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

/** The texts, the numbers that texted STOP, and the failures that are set. They survive a restart. */
export class TextStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = openDatabase(file, SCHEMA);
  }

  add(text: NewText): StoredText {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO texts (json) VALUES (?)')
      .run(JSON.stringify(text));
    return { id: sidOf(Number(lastInsertRowid)), ...text };
  }

  /** Newest first. */
  list(): StoredText[] {
    const rows = this.#database.prepare('SELECT * FROM texts ORDER BY number DESC').all();
    return rows.map(({ number, json }) => ({
      id: sidOf(Number(number)),
      ...(JSON.parse(String(json)) as NewText),
    }));
  }

  update({ id, ...text }: StoredText): void {
    this.#database
      .prepare('UPDATE texts SET json = ? WHERE number = ?')
      .run(JSON.stringify(text), Number.parseInt(id.slice(2), 16));
  }

  stop(phone: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO stopped VALUES (?)').run(phone);
  }

  start(phone: string): void {
    this.#database.prepare('DELETE FROM stopped WHERE phone = ?').run(phone);
  }

  isStopped(phone: string): boolean {
    return this.#database.prepare('SELECT 1 FROM stopped WHERE phone = ?').get(phone) !== undefined;
  }

  setting<T>(name: string): T | null {
    const value = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.value;
    return value === undefined ? null : (JSON.parse(String(value)) as T);
  }

  saveSetting(name: string, value: unknown): void {
    this.#database
      .prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
      .run(name, JSON.stringify(value));
  }

  reset(): void {
    this.#database.exec('DELETE FROM texts; DELETE FROM stopped; DELETE FROM settings');
  }

  close(): void {
    this.#database.close();
  }
}

/** 'SM' and 32 hexadecimal digits, as Twilio's. */
function sidOf(number: number): string {
  return `SM${number.toString(16).padStart(32, '0')}`;
}
