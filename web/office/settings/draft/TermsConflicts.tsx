import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cancellationToCheck, termsConflicts } from '#domain/catalog/terms-conflicts.ts';
import { catalogDraftQuery } from '#web/api/catalog-draft.ts';
import { legalTextsQuery } from '#web/api/terms.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PATHS } from '#web/paths.ts';

/** Warns that the current terms, which customers must accept, contradict the draft or may do so. */
export function TermsConflicts() {
  const draft = useQuery(catalogDraftQuery()).data;
  const texts = useQuery(legalTextsQuery).data;
  if (!draft || !texts) return null;
  const terms = texts.current.terms.markdown;
  const conflicts = termsConflicts(draft.sections, terms);
  const newRule = cancellationToCheck(draft.sections.policy, draft.publishedPolicy, terms);
  if (conflicts.length === 0 && !newRule) return null;
  return (
    <Notice variant="attention" role="note">
      {conflicts.length > 0 && (
        <>
          <p className="font-semibold">Your terms of service say something else than this draft:</p>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
            {conflicts.map(({ sentence, catalog }) => (
              <li key={sentence} className="wrap-anywhere">
                Terms: “{sentence}” Draft: {catalog}
              </li>
            ))}
          </ul>
        </>
      )}
      {newRule && <p>The terms of service speak of cancellation: check that they agree with “{newRule}”</p>}
      <p className="mt-2 text-sm">
        Customers agree to the terms when they book. You can publish, and change the terms in{' '}
        <Link to={PATHS.adminPolicy} className="underline underline-offset-4">
          Policy and terms
        </Link>
        .
      </p>
    </Notice>
  );
}
