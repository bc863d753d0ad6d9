import type { Stripe, StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cardAppearance, cardFonts, type Theme } from '#web/card/appearance.ts';

type Options = {
  stripe: Stripe;
  /** Of the payment intent. The component has it as its key. */
  clientSecret: string;
  /** Never changes while the fields are shown. */
  options: StripePaymentElementOptions;
  onReady: () => void;
  onLoadError: () => void;
};

/** Shows Stripe's card fields in the element of `place`. They follow the theme of the page. */
export function useCardFields({ stripe, clientSecret, options, onReady, onLoadError }: Options): {
  elements: StripeElements;
  place: RefObject<HTMLDivElement | null>;
} {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const shownTheme = useRef(theme);
  const [elements] = useState(() =>
    stripe.elements({ clientSecret, appearance: cardAppearance(theme), fonts: cardFonts() }),
  );
  useEffect(() => {
    if (shownTheme.current === theme) return;
    shownTheme.current = theme;
    elements.update({ appearance: cardAppearance(theme) });
  }, [elements, theme]);
  const callbacks = useRef({ onReady, onLoadError });
  callbacks.current = { onReady, onLoadError };
  useLayoutEffect(() => {
    if (!place.current) return;
    const fields = elements.create('payment', options);
    fields.on('ready', () => callbacks.current.onReady());
    fields.on('loaderror', () => callbacks.current.onLoadError());
    fields.mount(place.current);
    return () => {
      try {
        fields.destroy();
      } catch {
        // Stripe.js throws if the fields are already gone. An error here would replace the whole page.
      }
    };
  }, [elements, options]);
  return { elements, place };
}

/** The current theme. ui/theme/theme-start.ts stores it on the root element. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'light');
}

function current(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
