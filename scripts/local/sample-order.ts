let orderCount = 0;

/** The data of a public booking, with a customer of its own, and an Idempotency-Key. */
export function makeOrder() {
  orderCount += 1;
  const today = new Date().toISOString().slice(0, 10);
  const data = {
    firstName: 'Ada',
    lastName: `Crash${orderCount}`,
    email: `ada${orderCount}@example.com`,
    phone: `555${String(orderCount).padStart(7, '0')}`,
    address: '12 Quarry Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    deliveryDate: `${Number(today.slice(0, 4)) + (today > '2026-06-30' ? 1 : 0)}-03-15`,
    notes: '',
    rentalType: '7-day',
    dumpsterType: '15-yard',
    terms: true,
  };
  return { data, key: crypto.randomUUID() };
}
