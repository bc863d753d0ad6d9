import type { ReactNode } from 'react';
import type { Client } from '#contract/clients.ts';
import { EmailLink, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { addressText } from '#web/kit/ui/names.ts';

type Props = { client: Client /** Classes of each entry. */; className?: string };

/** The contact data of a client, as entries of a list of facts. */
export function ContactFacts({ client, className = '' }: Props) {
  return (
    <>
      <ClientFact name="Email" className={className}>
        {client.email === null ? 'No e-mail' : <EmailLink email={client.email} />}
      </ClientFact>
      <ClientFact name="Phone" className={className}>
        <PhoneLink phone={client.phoneDisplay} />
      </ClientFact>
      <ClientFact name="Address" className={className}>
        <bdi>{addressText(client)}</bdi>
      </ClientFact>
    </>
  );
}

type ClientFactProps = { name: string; children: ReactNode; className?: string };

export function ClientFact({ name, children, className = '' }: ClientFactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}
