/** How long an e-mailed sign-in link can be opened, and how long its attempts last after that. */
export const SIGN_IN_LINK_MINUTES = 10;
/** Attempts with a password that an opened link allows on its device. */
export const SIGN_IN_LINK_ATTEMPTS = 5;
