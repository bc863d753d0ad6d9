const tickets = [{ dumpDate: '2026-12-06', weight: 2400, feeAmount: 8000 }];
const weighing = {
  tickets: [{ dumpDate: '2026-12-06', weight: 2400, ticketNumber: 'A-1042' }],
  terms: {
    type: 'per_ton' as const,
    includedWeight: 2000,
    overagePerTon: 9000,
    overageUnit: 'pound' as const,
  },
};
/** The price that the sample booking's e-mails explain. */
export const EMAIL_PRICE = { lines: [], tickets, isPaidInFull: false, weighing };
/** A booking as e-mails show it. */
export const EMAIL_BOOKING = {
  id: 12,
  firstName: 'Maria',
  lastName: 'Alvarez',
  email: 'maria@example.com',
  phone: '(717) 555-0142',
  company: 'Alvarez Roofing' as string | null,
  poNumber: 'PO-2026-114' as string | null,
  address: '118 Chestnut Street',
  city: 'Lancaster',
  state: 'PA',
  zip: '17602',
  rentalTitle: '7-Day Rental',
  sizeName: '15-Yard',
  materialName: null as string | null,
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  pickupDay: '2026-12-07',
  status: 'confirmed' as const,
  depositAmount: 42_500,
  paidAmount: 50_500,
  dueAgainAmount: 0,
  additionalPaymentAmount: 8000 as number | null,
  refundAmount: null as number | null,
  finalPrice: 50_500,
  version: 4,
  createdAt: Date.UTC(2026, 10, 20),
  dumpsterId: 3 as number | null,
};
