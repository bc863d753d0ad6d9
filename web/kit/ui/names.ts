type Named = { firstName: string; lastName: string };
type Addressed = { address: string; city: string; state: string; zip: string };

/** The full name of a customer. */
export function customerFullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** 'address, city, ST zip'. */
export function addressText({ address, city, state, zip }: Addressed): string {
  return `${address}, ${city}, ${state} ${zip}`;
}

/** A search of Google Maps for an address. */
export function mapHref(address: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`;
}

type PersonNamed = { firstName: string | null; lastName: string | null; username: string };

/** The first and last name of a user, or the username if there is no name. */
export function fullName({ firstName, lastName, username }: PersonNamed): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username;
}
