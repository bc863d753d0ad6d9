const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The Strict-Transport-Security header of documents and calls. Subdomains are included only when configured, because the
 * business may serve one of them without HTTPS.
 */
export function strictTransportSecurity({ hasSubdomains }: { hasSubdomains: boolean }): string {
  return `max-age=${YEAR_SECONDS}${hasSubdomains ? '; includeSubDomains' : ''}`;
}
