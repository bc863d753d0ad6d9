/** Every document's address, in one place. */
export const PATHS = {
  booking: '/',
  paymentSuccess: '/payment-success',
  terms: '/terms',
  privacy: '/privacy',
  admin: '/admin',
  adminLogin: '/admin/login',
  resetPassword: '/reset-password',
  adminBookings: '/admin/bookings',
  adminClients: '/admin/clients',
  adminInventory: '/admin/inventory',
  adminTransactions: '/admin/transactions',
  adminTeam: '/admin/team',
  adminSettings: '/admin/settings',
} as const;
