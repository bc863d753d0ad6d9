import { cutText } from '#domain/shared/text.ts';
import type { AT_ONCE_EVENTS } from './log-events/at-once.ts';
import type { DAILY_EVENTS } from './log-events/daily.ts';
import type { ROUTINE_EVENTS } from './log-events/routine.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Ids, counts and codes only: never names, addresses, secrets, or a path with its query. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

type LogEvents = typeof AT_ONCE_EVENTS & typeof DAILY_EVENTS & typeof ROUTINE_EVENTS;
/** The events that may be written at a level. */
type EventAt<Level> = {
  [Name in keyof LogEvents]: Level extends LogEvents[Name]['levels'][number] ? Name : never;
}[keyof LogEvents];

/** A new event needs an entry in log-events/ first; the compiler refuses the others. */
export type Log = {
  info(event: EventAt<'info'>, fields?: LogFields): void;
  warn(event: EventAt<'warn'>, fields?: LogFields): void;
  error(event: EventAt<'error'>, fields?: LogFields): void;
};

/** One JSON object a line; `bound` fields (the request's id) are on each. */
export function makeLog(threshold: LogLevel, bound: LogFields): Log {
  const write = (level: Exclude<LogLevel, 'silent'>) => (event: string, fields?: LogFields) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold)) return;
    console[level](JSON.stringify({ level, event, ...bound, ...fields }));
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/**
 * The fields of a log line for an unknown error: its name and message, shortened, and its stack, without personal data.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: loggable(String(error), 300) };
  const { name, message, stack } = isQueryError(error) ? error.cause : error;
  return { error: loggable(`${name}: ${message}`, 500), stack: stack && loggable(stack, 1500) };
}

/**
 * Removes e-mail addresses and client secrets: mail services quote the recipient, and other libraries quote their
 * input.
 */
function loggable(text: string, maxLength: number): string {
  const redacted = text.replace(EMAIL_ADDRESS, '[e-mail]').replace(CLIENT_SECRET, '$1[secret]');
  return cutText(redacted, maxLength);
}

const EMAIL_ADDRESS = /[^\s/<>()[\]"',:;=]+@[^\s/<>()[\]"',:;@]+\.[^\s/<>()[\]"',:;@.]{2,}/g;
const CLIENT_SECRET = /(_secret_)\w+/g;

/** True for Drizzle's query errors: their message contains every parameter, which can be personal data. */
function isQueryError(error: Error): error is Error & { cause: Error } {
  return 'params' in error && error.cause instanceof Error;
}
