type Env = {
  ASSETS: Fetcher;
  FUNCTION: Fetcher;
  /** _routes.json of the site. */
  ROUTES: { include: string[]; exclude: string[] };
};

/** Does the routing of Cloudflare Pages: the function gets the paths of _routes.json, the assets get all others. */
export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    const { include, exclude } = env.ROUTES;
    const isFunctions = matches(include, pathname) && !matches(exclude, pathname);
    return isFunctions ? env.FUNCTION.fetch(request) : env.ASSETS.fetch(request);
  },
} satisfies ExportedHandler<Env>;

function matches(patterns: string[], pathname: string): boolean {
  return patterns.some((pattern) => {
    const text = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${text.join('.*')}$`).test(pathname);
  });
}
