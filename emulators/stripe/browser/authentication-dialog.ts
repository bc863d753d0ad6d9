import { element } from './dom.ts';
import { adoptStyleSheet } from './style.ts';

/** The bank's 3-D Secure question; closing the dialog fails the authentication. */
export function askToAuthenticate(): Promise<'fail' | 'succeed'> {
  adoptStyleSheet();
  const before = document.activeElement;
  const complete = element('button', { type: 'button' }, 'Complete authentication');
  const fail = element('button', { type: 'button' }, 'Fail authentication');
  const dialog = element(
    'dialog',
    {
      class: 'ssi-dialog',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-labelledby': 'ssi-3ds-title',
      'aria-describedby': 'ssi-3ds-text',
    },
    element('h2', { id: 'ssi-3ds-title' }, '3D Secure test page'),
    element(
      'p',
      { id: 'ssi-3ds-text' },
      'Your bank wants to be sure that it is you. This is a test: choose how the authentication ends.',
    ),
    element('div', {}, complete, fail),
  );
  return new Promise((resolve) => {
    const end = (result: 'fail' | 'succeed') => {
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(result);
    };
    complete.addEventListener('click', () => end('succeed'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
    dialog.addEventListener('keydown', (event) => keepFocusInside(event, [complete, fail]));
    document.body.append(dialog);
    dialog.showModal();
    complete.focus();
  });
}

/** A modal dialog lets Tab move to the browser's own buttons; this wraps the focus instead. */
function keepFocusInside(event: KeyboardEvent, buttons: HTMLButtonElement[]): void {
  if (event.key !== 'Tab') return;
  const last = buttons.at(event.shiftKey ? 0 : -1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  buttons.at(event.shiftKey ? -1 : 0)?.focus();
}
