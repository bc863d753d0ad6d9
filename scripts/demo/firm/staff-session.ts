import type { ChangePreview } from '#contract/booking-changes.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import type { Administrator } from '../../local/administrator.ts';
import type { Moment } from '../past.ts';

/** Calls as a member of staff who is signed in. Each throws when it is refused. */
export type Staff = {
  get<T>(path: string): Promise<T>;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<void>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Previews a change of a booking and makes it; the calendar rules are overridden. False: it is not possible. */
  changeBooking(id: number, change: Record<string, unknown>): Promise<boolean>;
  /** With the ETag that `read` answers as If-Match. */
  change(method: 'POST' | 'PATCH', path: string, input: { read: string; body: unknown }): Promise<void>;
  /** With an ETag as If-Match. */
  put(path: string, input: { etag: string; body: unknown; method?: 'PUT' | 'POST' }): Promise<void>;
  /** Sends a photo. */
  upload(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
};

/** The cookie of a new session. */
export async function signIn({ call }: Moment, { username, password }: Administrator): Promise<string> {
  const { headers } = await call('/api/admin/login', { body: { username, password } });
  return /__Host-session=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
}

export function staffAt({ call }: Moment, session: string): Staff {
  const request = <T>(
    path: string,
    { etag, ...input }: { method: string; body?: unknown; etag?: string | null },
  ) =>
    call<T>(`/api/${path}`, {
      ...input,
      headers: {
        Cookie: session,
        ...(etag && { 'If-Match': etag }),
        ...(input.method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
      },
    });
  const changeBooking = async (id: number, change: Record<string, unknown>) => {
    const path = `bookings/${id}/changes`;
    const input = { notifyCustomer: false, override: CALENDAR_REFUSALS, ...change };
    const { headers } = await request(`bookings/${id}`, { method: 'GET' });
    const make = { method: 'POST', etag: headers.get('ETag') };
    const { data } = await request<ChangePreview>(path, { ...make, body: { ...input, preview: true } });
    if (!data.allowed) return false;
    const { previewToken } = data;
    await request(path, { ...make, body: { ...input, preview: false, previewToken } });
    return true;
  };
  return {
    changeBooking,
    get: async <T>(path: string) => (await request<T>(path, { method: 'GET' })).data,
    post: async <T>(path: string, body: unknown) => (await request<T>(path, { method: 'POST', body })).data,
    send: async (method, path, body) => void (await request(path, { method, body })),
    change: async (method, path, { read, body }) => {
      const { headers: current } = await request(read, { method: 'GET' });
      await request(path, { method, body, etag: current.get('ETag') });
    },
    put: async (path, { etag, body, method = 'PUT' }) => void (await request(path, { method, body, etag })),
    upload: async (path, bytes) =>
      void (await call(`/api/${path}`, {
        method: 'PUT',
        bytes,
        headers: { Cookie: session, 'Content-Type': 'application/octet-stream' },
      })),
  };
}
