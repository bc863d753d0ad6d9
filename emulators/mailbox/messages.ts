import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../database.ts';
import type { Attachment, Mail } from './mail.ts';

/** A mail as GET /messages shows it. */
export interface Message extends Mail {
  id: number;
  attachments: Attachment[];
  /** ISO 8601, UTC. */
  createdAt: string;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`;

export class Messages {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = openDatabase(file, SCHEMA);
  }

  add(mail: Mail, createdAt: string): number {
    const statement = this.#database.prepare('INSERT INTO messages (created_at, json) VALUES (?, ?)');
    return Number(statement.run(createdAt, JSON.stringify(mail)).lastInsertRowid);
  }

  /** Newest first. */
  list(): Message[] {
    const rows = this.#database.prepare('SELECT * FROM messages ORDER BY id DESC').all();
    return rows.map((row) => ({
      id: Number(row.id),
      ...(JSON.parse(String(row.json)) as Mail),
      createdAt: String(row.created_at),
    }));
  }

  find(id: number): Message | null {
    return this.list().find((message) => message.id === id) ?? null;
  }

  /** A counter that is stored, so it survives a restart. */
  setting(name: string): number {
    return Number(this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.value ?? 0);
  }

  saveSetting(name: string, value: number): void {
    this.#database
      .prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
      .run(name, value);
  }

  close(): void {
    this.#database.close();
  }
}
