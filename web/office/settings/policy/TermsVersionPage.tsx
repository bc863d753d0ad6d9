import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { LEGAL_TITLES, type LegalText } from '#domain/rental/terms.ts';
import { isCode } from '#web/api/call.ts';
import { legalTextQuery } from '#web/api/terms.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { NotFoundCard } from '#web/kit/ui/page/NotFoundCard.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { PATHS } from '#web/paths.ts';

/** A version of the terms or of the privacy policy: the one that a customer accepted, or an older one. */
export default function TermsVersionPage() {
  const { type = '', version = '' } = useParams();
  const [search] = useSearchParams();
  const isKnown = Object.hasOwn(LEGAL_TITLES, type);
  const { data, error, refetch } = useQuery({
    ...legalTextQuery(type as LegalText, version, search.get('rateCardId')),
    enabled: isKnown,
  });
  if (!isKnown || isCode(error, 'not_found')) {
    return <NotFoundCard backTo={PATHS.adminPolicy} backText="Go to policy and terms" />;
  }
  return (
    <article className="max-w-3xl">
      <PageHeading title={LEGAL_TITLES[type as LegalText]} name={`Version ${version}`}>
        {data?.isCurrent === false ? 'This is not the current version.' : 'This is the current version.'}
      </PageHeading>
      {error && !data && (
        <Notice variant="danger" role="alert" className="mt-4">
          <p>The text could not be loaded.</p>
          <Button variant="secondary" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data && (
        <div
          className="markdown prose mt-6"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and escaped all HTML
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      )}
      <p className="mt-8">
        <Link to={PATHS.adminPolicy} className="text-brand underline">
          All versions
        </Link>
      </p>
    </article>
  );
}
