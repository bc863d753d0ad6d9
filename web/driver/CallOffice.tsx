import { site } from '#web/config.ts';
import { telHref } from '#web/kit/ui/ContactLinks.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { useDriver } from './store.ts';

/** The office, on every page where a driver can be stuck. */
export function CallOffice({ className = 'mt-4' }: { className?: string }) {
  const officePhone = useDriver(({ routes }) => routes?.reply.officePhone);
  const phone = officePhone ?? { number: site.businessPhone, display: site.businessPhone };
  return (
    <a
      href={telHref(phone.number)}
      className={`inline-flex min-h-14 items-center gap-2 font-semibold text-brand underline underline-offset-4 ${className}`}
    >
      <Icon name="phone" />
      <span>
        Call the office <bdi className="whitespace-nowrap">{phone.display}</bdi>
      </span>
    </a>
  );
}
