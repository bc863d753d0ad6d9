import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { builtInCatalog } from '#web/build/built-in-catalog.ts';
import { site } from '#web/config.ts';
import { escapeJson } from '#web/edge/escape.ts';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';
import { BookingApp } from '#web/public/booking/BookingApp.tsx';
import { LegalPage } from '#web/public/pages/LegalPage.tsx';
import { NoScriptNotice } from '#web/public/pages/NoScriptNotice.tsx';
import { NotFoundPage } from '#web/public/pages/NotFoundPage.tsx';

/** Renders the notice for visitors without JavaScript. */
export function renderNoScript(): string {
  return renderToStaticMarkup(<NoScriptNotice />);
}

const CATALOG = builtInCatalog(site);

/** The data block that the page's script reads. */
export function renderCatalog(): string {
  return `<script type="application/json" id="catalog">${escapeJson(CATALOG)}</script>`;
}

/** Renders a document's first screen; an empty frame if it needs the script. */
export function renderDocument(name: string): string {
  switch (name) {
    case 'index':
      return renderToString(<BookingApp catalog={CATALOG} />);
    case 'admin':
      return renderToStaticMarkup(<LoadingScreen>Loading the back office...</LoadingScreen>);
    case 'admin/preview':
      return renderToStaticMarkup(<LoadingScreen>Loading the preview...</LoadingScreen>);
    case 'driver':
      return renderToStaticMarkup(<LoadingScreen>Loading your route...</LoadingScreen>);
    case 'terms':
      return renderToStaticMarkup(<LegalPage type="terms" />);
    case 'privacy':
      return renderToStaticMarkup(<LegalPage type="privacy" />);
    case '404':
      return renderToStaticMarkup(<NotFoundPage />);
    default:
      return renderToStaticMarkup(<SiteFrame>{null}</SiteFrame>);
  }
}
