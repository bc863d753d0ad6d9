/** The client's address as Cloudflare reports it; '' when it does not. */
export function clientAddress(request: Request): string {
  return request.headers.get('CF-Connecting-IP') ?? '';
}
