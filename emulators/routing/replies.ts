/** An error in the shape of openrouteservice: https://giscience.github.io/openrouteservice/api-reference/error-codes */
export function orsError(status: number, code: number, message: string): Response {
  return Response.json({ error: { code, message }, info: { timestamp: Date.now() } }, { status });
}

/** The body of a request as an object; null when it is none. */
export async function objectIn(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = JSON.parse(await request.text());
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
