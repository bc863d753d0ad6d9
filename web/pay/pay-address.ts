/** The token of the pay link in the address bar; null where there is none. */
export function tokenInAddress(): string | null {
  const [, , token = ''] = window.location.pathname.split('/');
  try {
    return decodeURIComponent(token) || null;
  } catch {
    return token;
  }
}
