const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

type Turnstile = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'error-callback': () => boolean;
      'timeout-callback': () => void;
    },
  ) => string;
  remove: (id: string) => void;
};

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** The id of the element that shows the widget when it needs an action of the customer. */
export const TURNSTILE_PLACE = 'turnstile-place';

/** Returns a new token, valid for one call; null if Turnstile is not configured. */
export async function turnstileToken(): Promise<string | null> {
  const sitekey = document.querySelector<HTMLMetaElement>('meta[name="turnstile-site-key"]')?.content;
  if (!sitekey) return null;
  const turnstile = await loadTurnstile();
  const container = document.getElementById(TURNSTILE_PLACE);
  if (!container) throw new Error('There is no place for the Turnstile widget');
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      turnstile.remove(id);
      finish();
    };
    const fail = () => end(() => reject(new Error('Turnstile gave no token')));
    const id = turnstile.render(container, {
      sitekey,
      callback: (token) => end(() => resolve(token)),
      'error-callback': () => {
        fail();
        return true;
      },
      'timeout-callback': fail,
    });
  });
}

let loading: Promise<Turnstile> | null = null;

function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error('Turnstile did not load'));
    };
    script.src = SCRIPT;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : fail());
    script.onerror = fail;
    document.head.append(script);
  });
  return loading;
}
