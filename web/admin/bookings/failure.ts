import { failureWords } from '#web/api/failure-words.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** What failed (SPEC 8), and the server's reason after it. */
export function failureText(what: string, error: unknown): string {
  return `${what} ${failureWords(error, 'The server did not answer. Check your connection.')}`;
}

export function toastFailure(what: string, error: unknown): void {
  toast({ title: 'Error', text: failureText(what, error), look: 'destructive' });
}
