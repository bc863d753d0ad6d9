type Env = { API: Fetcher };

/** Everything below /api is the Worker's. */
export const onRequest: PagesFunction<Env> = ({ request, env }) => env.API.fetch(request);
