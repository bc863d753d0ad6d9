import { PROBLEM, showProblem } from '#web/kit/ui/browser/start-problem.ts';
import { reportAppHeight, reportStep } from './frame.ts';

/** The option picked last. The customer can pick another one until the app is loaded. */
let picked: HTMLElement | null = null;

/**
 * The script of the first step. It loads the app at the first sign of interest (pointer, touch, focus, key).
 * The step itself is prerendered in the HTML.
 */
const root = document.getElementById('root');
if (root) start(root);

function start(content: HTMLElement): void {
  // In a frame the body is as high as its content, with the maintenance notice.
  reportAppHeight(document.body);
  // The link 'Same as last time', opened in a tab that already shows this page.
  window.addEventListener('hashchange', ({ newURL }) => {
    if (hasRepeatToken(newURL)) window.location.reload();
  });
  if ('resuming' in document.documentElement.dataset || hasRepeatToken(window.location.hash)) {
    mount(content, () => null).catch(showFirstStep);
    return;
  }
  const section = document.getElementById('step');
  // Never cancelled: a parent that receives step 2 first would treat it as the opening page. Step 2's timer is as
  // long and starts later, so step 1 is posted first.
  if (section) reportStep(section, 1);
  const waiting = new AbortController();
  for (const intent of ['pointerover', 'touchstart', 'focusin', 'keydown']) {
    content.addEventListener(intent, preload, { passive: true, signal: waiting.signal });
  }
  content.addEventListener('click', (event) => pick(event, content, waiting), {
    signal: waiting.signal,
  });
  // Picked before this script was loaded (web/kit/ui/theme/public-start.ts).
  const { picked: early } = document.documentElement.dataset;
  if (early) content.querySelector<HTMLElement>(`button[data-rental="${CSS.escape(early)}"]`)?.click();
}

function hasRepeatToken(url: string): boolean {
  return /#(.*&)?again=/.test(url);
}

function pick(event: Event, content: HTMLElement, waiting: AbortController): void {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-rental]') : null;
  if (!button) return;
  const isLoading = picked !== null;
  setPicked(button);
  if (isLoading) return;
  showProblem('');
  mount(content, () => picked?.dataset.rental ?? null).then(
    () => waiting.abort(),
    () => {
      setPicked(null);
      showProblem(PROBLEM);
    },
  );
}

function setPicked(button: HTMLElement | null): void {
  if (picked) picked.ariaBusy = 'false';
  picked = button;
  if (picked) picked.ariaBusy = 'true';
}

function loadApp() {
  return import('./main.tsx');
}

function preload(): void {
  loadApp().catch(() => {
    // A failure is reported after the click.
  });
}

async function mount(content: HTMLElement, choice: () => string | null): Promise<void> {
  const { mountBooking } = await loadApp();
  await mountBooking(content, choice);
}

function showFirstStep(): void {
  delete document.documentElement.dataset.resuming;
  showProblem(PROBLEM);
}
