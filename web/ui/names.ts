type Named = { firstName: string; lastName: string };
type Addressed = { address: string; city: string; state: string; zip: string };

/** What a customer is called: in a booking, or among the clients. */
export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** 'address, city, ST zip', as it is copied. */
export function addressText({ address, city, state, zip }: Addressed): string {
  return `${address}, ${city}, ${state} ${zip}`;
}

type PersonNamed = { firstName: string | null; lastName: string | null; username: string };

/** First and last name; whoever has none is called by the username. */
export function fullName({ firstName, lastName, username }: PersonNamed): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username;
}
