/** More are not read, only counted. */
const NAMED = 20;

/** 'bookings #12, #15 and a customer who is paying now'; null stands for such a customer. */
export function commitmentsText(promises: readonly (number | null)[]): string {
  const bookings = promises.filter((bookingId) => bookingId !== null);
  const isPaying = bookings.length < promises.length;
  const words = [...(bookings.length > 0 ? [bookingsInWords(bookings)] : []), ...(isPaying ? [PAYING] : [])];
  return words.join(' and ');
}

const PAYING = 'a customer who is paying now';

function bookingsInWords(bookings: readonly number[]): string {
  const names = bookings.slice(0, NAMED).map((bookingId) => `#${bookingId}`);
  const others = bookings.length - names.length;
  return `${bookings.length === 1 ? 'booking' : 'bookings'} ${names.join(', ')}${others > 0 ? `, ${others} more` : ''}`;
}
