import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pauseQuery } from '#web/api/business.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PATHS } from '#web/paths.ts';

/** Says on every page of the office that customers cannot book. */
export function PauseBanner() {
  const { data } = useQuery(pauseQuery);
  if (!data?.value.paused) return null;
  return (
    <Notice variant="attention" role="status" className="mb-5">
      <p className="wrap-anywhere">
        <strong>Online booking is paused.</strong> {data.value.text && `Customers read: ${data.value.text} `}
        <Link to={PATHS.adminBusiness} className="font-semibold underline">
          Change it
        </Link>
      </p>
    </Notice>
  );
}
