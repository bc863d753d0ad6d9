/** Keys of the Stripe emulator: they look like test-mode keys but are not. */
export const LOCAL_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
  HEALTH_KEY: 'local-health-key',
} as const;
