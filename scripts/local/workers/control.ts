type Operations = { runCron(name: string): Promise<Record<string, number>> };
type Env = { OPERATIONS: Operations };

/** Reached only by the process that started the system: hands its wishes to the Worker's Operations. */
export default {
  async fetch(request, env) {
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
