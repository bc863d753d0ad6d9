type Operations = { runCron(name: string): Promise<Record<string, number>> };
type Env = { OPERATIONS: Operations; TOKEN: string };

/**
 * Passes commands of the process that started the system to the Worker's Operations. In Miniflare, any request can
 * choose the worker that responds, so this one requires a token.
 */
export default {
  async fetch(request, env) {
    if (request.headers.get('Authorization') !== `Bearer ${env.TOKEN}`)
      return new Response(null, { status: 404 });
    const name = new URL(request.url).pathname.slice(1);
    try {
      return Response.json({ counts: await env.OPERATIONS.runCron(name) });
    } catch (error) {
      return Response.json(
        { message: error instanceof Error ? error.message : String(error) },
        { status: 500 },
      );
    }
  },
} satisfies ExportedHandler<Env>;
