/** How long a sign-in link of a driver is valid, unless it is used before. */
export const DRIVER_LINK_MS = 10 * 60_000;
