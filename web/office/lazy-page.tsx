import { type ComponentType, lazy, useState } from 'react';
import { matchPath } from 'react-router';

type Module = { default: ComponentType };

/** A page and its URL. */
export type RoutedPage = {
  path: string;
  /** The component, if its script is loaded. */
  loaded: () => ComponentType | undefined;
  Lazy: ComponentType;
  /** Loads the script ahead of the page. Resolves on failure, too: rendering the page reports it. */
  preload: () => Promise<void>;
};

/** A page with its own script. */
export function lazyPage(path: string, load: () => Promise<Module>): RoutedPage {
  let loading: Promise<Module> | undefined;
  let loaded: ComponentType | undefined;
  const loadOnce = async () => {
    loading ??= load();
    const module = await loading;
    loaded = module.default;
    return module;
  };
  const preload = async () => {
    await loadOnce().catch(() => undefined);
  };
  return { path, loaded: () => loaded, Lazy: lazy(loadOnce), preload };
}

/** A page in the script of the app. */
export function eagerPage(path: string, component: ComponentType): RoutedPage {
  return { path, loaded: () => component, Lazy: component, preload: async () => undefined };
}

/** React shows the fallback of a lazy component for at least 300 ms, even if its script is already loaded. */
export function PageContent({ page }: { page: RoutedPage }) {
  const [Component] = useState(() => page.loaded() ?? page.Lazy);
  return <Component />;
}

export async function preloadPageAt(pathname: string, pages: readonly RoutedPage[]): Promise<void> {
  await pages.find(({ path }) => matchPath(path, pathname))?.preload();
}
