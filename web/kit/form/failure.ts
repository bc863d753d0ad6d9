import { errorText, UnexpectedReply } from '#web/api/call.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

/** Returns why a call failed: the server's message, or that it did not answer or is of another release than this page. */
export function reasonText(error: unknown): string {
  if (error instanceof UnexpectedReply)
    return 'The system was updated since this page was opened. Reload the page: what you just changed may be stored already.';
  return errorText(error, 'The server did not answer. Check your connection and try again.');
}

/** Returns `failed`, such as 'Failed to void the dump ticket.', and the reason after it. */
export function failureText(failed: string, error: unknown): string {
  return `${failed} ${reasonText(error)}`;
}

export function toastFailure(failed: string, error: unknown): void {
  toastError(failureText(failed, error));
}

/** Shows the server's message; `otherwise` if it gave none. */
export function toastErrorText(error: unknown, otherwise: string): void {
  toastError(errorText(error, otherwise));
}

function toastError(text: string): void {
  toast({ title: 'Error', text, variant: 'destructive' });
}
