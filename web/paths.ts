/** Every document's address, in one place. */
export const PATHS = {
  booking: '/',
  paymentSuccess: '/payment-success',
  terms: '/terms',
  privacy: '/privacy',
  admin: '/admin',
  adminLogin: '/admin/login',
} as const;
