import type { ErrorReply } from '#contract/endpoint.ts';
import { phoneHref } from '#web/config.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';

const ID = 'maintenance';

/** Returns the notice that is shown; null outside maintenance, and in a service worker. */
export function maintenanceNotice(): HTMLElement | null {
  return globalThis.document?.getElementById(ID) ?? null;
}

/**
 * Shows the server's message until a later call succeeds: at the bottom, because headers stick to the top. Forms stay
 * as they are. Without React: every document calls the server, and few of them share a frame.
 */
export function showMaintenance({ message, phone = '' }: Pick<ErrorReply, 'message' | 'phone'>): void {
  if (!globalThis.document || maintenanceNotice()) return;
  const link = document.createElement('a');
  link.href = phoneHref(phone);
  link.className = 'touch inline-flex items-center font-semibold underline underline-offset-4';
  link.textContent = phone;
  const [before = '', after = ''] = phone ? message.split(phone) : [message];
  const notice = document.createElement('div');
  notice.id = ID;
  notice.role = 'alert';
  notice.className =
    'sticky bottom-0 z-20 border-signal-line border-t bg-signal-soft px-4 py-2 text-center text-on-signal';
  notice.append(before, ...(phone ? [link, after] : []));
  document.body.append(notice);
  pauseInput();
}

export function hideMaintenance(notice: HTMLElement): void {
  notice.remove();
  pauseInput();
}
