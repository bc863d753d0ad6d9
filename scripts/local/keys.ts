/** Keys of the stand-in for Stripe: they look like test-mode keys, and are none. */
export const LOCAL_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
} as const;
