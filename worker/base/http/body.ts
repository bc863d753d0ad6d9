import { AppError } from '#domain/shared/errors.ts';

/** The JSON of a request; refused when it says it is something else, is too large, or cannot be read. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit);
  // A call without fields may have no body, with any Content-Type.
  if (text === '') return {};
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('not_json', 'Send the body as application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON.', {
      issues: [{ path: '', message: 'Not valid JSON' }],
    });
  }
}

/** The text of a request, read no further than the limit in bytes. */
async function readText(request: Request, limit: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, limit));
}

/** The body of a request, read no further than the limit in bytes. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new AppError('too_large', `The body is larger than ${limit / 1024} KB.`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
