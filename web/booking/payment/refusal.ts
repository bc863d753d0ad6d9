import { CallError, UnexpectedReply } from '#web/api/call.ts';

/** Why no payment could be opened, as the customer is told. */
export type Refusal = {
  why: 'sold_out' | 'price_changed' | 'too_many' | 'setup';
  message: string;
  /** What the server found wrong with single fields. */
  issues: string[];
  retryAfterSeconds: number;
};

const LIMIT_SECONDS = 60;

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CallError)) return setup(messageOf(error));
  const { reply, retryAfter } = error;
  if (!reply) return setup('Failed to create payment intent');
  const told = { message: reply.message, issues: (reply.issues ?? []).map(({ message }) => message) };
  switch (reply.code) {
    case 'sold_out':
    case 'price_changed':
      return { why: reply.code, ...told, retryAfterSeconds: 0 };
    case 'too_many':
      return { why: 'too_many', ...told, retryAfterSeconds: retryAfter ?? LIMIT_SECONDS };
    default:
      return { why: 'setup', ...told, retryAfterSeconds: 0 };
  }
}

/** SPEC 8: the server said yes without a secret, or nothing could be asked at all. */
function messageOf(error: unknown): string {
  return error instanceof UnexpectedReply
    ? 'No client secret returned from server'
    : 'An error occurred while setting up payment';
}

function setup(message: string): Refusal {
  return { why: 'setup', message, issues: [], retryAfterSeconds: 0 };
}
