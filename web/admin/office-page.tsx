import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';
import { matchPath } from 'react-router';

type Module = { default: ComponentType };

export type OfficePage = {
  path: string;
  /** The page, once its script is there. */
  known: () => ComponentType | undefined;
  Late: LazyExoticComponent<ComponentType>;
  /** Fetches the script before the page is shown; done when that is there, or cannot be had. */
  fetch: () => Promise<void>;
};

/** A page whose script is a file of its own. */
export function officePage(path: string, load: () => Promise<Module>): OfficePage {
  let loading: Promise<Module> | undefined;
  let known: ComponentType | undefined;
  const loadOnce = async () => {
    loading ??= load();
    const module = await loading;
    known = module.default;
    return module;
  };
  const fetch = async () => {
    // Whoever shows the page is told that its script did not come.
    await loadOnce().catch(() => undefined);
  };
  return { path, known: () => known, Late: lazy(loadOnce), fetch };
}

/** The page that most days begin with: it comes with the app. */
export function openingPage(path: string, page: ComponentType): OfficePage {
  const load = async () => ({ default: page });
  return { path, known: () => page, Late: lazy(load), fetch: async () => undefined };
}

/** React shows the fallback of what is lazy for 300 ms at least, even where the script is there already. */
export function Shown({ page }: { page: OfficePage }) {
  const [Page] = useState(() => page.known() ?? page.Late);
  return <Page />;
}

export async function fetchPageOf(pathname: string, pages: readonly OfficePage[]): Promise<void> {
  await pages.find(({ path }) => matchPath(path, pathname))?.fetch();
}
