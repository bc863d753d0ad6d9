import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LegalVersion } from '#contract/terms.ts';
import { can } from '#domain/accounts/access.ts';
import { LEGAL_TEXTS, LEGAL_TITLES, type LegalText } from '#domain/rental/terms.ts';
import { formatMoment } from '#domain/shared/days.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { errorText } from '#web/api/call.ts';
import { legalTextsQuery } from '#web/api/terms.ts';
import { site } from '#web/config.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { Tabs } from '#web/kit/ui/Tabs.tsx';
import { termsPath } from '#web/paths.ts';
import { TermsEditor } from './TermsEditor.tsx';

const TABS = LEGAL_TEXTS.map((name) => ({ name, label: LEGAL_TITLES[name] }));

/** The editor of the terms and of the privacy policy, and the list of their versions. */
export function TermsSection() {
  const { role } = useSignedInUser();
  const { data, error, refetch } = useQuery(legalTextsQuery);
  const [type, setType] = useState<LegalText>('terms');
  if (!data) {
    return error ? (
      <Notice variant="danger" role="alert">
        <p>{errorText(error, 'The texts could not be loaded.')}</p>
        <Button variant="secondary" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    ) : (
      <p role="status" className="text-ink-soft">
        Loading the texts...
      </p>
    );
  }
  const versions = data.versions.filter((one) => one.type === type);
  const current = versions.find(({ isCurrent }) => isCurrent);
  const isReadOnly = role === null || !can(role, 'business:write');
  return (
    <section aria-label="Terms and privacy" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <Tabs label="Text" tabs={TABS} current={type} onPick={setType}>
        <TermsEditor
          key={type}
          type={type}
          current={{ ...data.current[type], publishedBy: current?.publishedBy ?? null }}
          isReadOnly={isReadOnly}
        />
        <VersionList versions={versions} />
      </Tabs>
    </section>
  );
}

function VersionList({ versions }: { versions: readonly LegalVersion[] }) {
  return (
    <div className="mt-8">
      <h3 className="text-lg">Versions</h3>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {versions.map(({ type, version, publishedAt, publishedBy, isCurrent }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <Link
              to={termsPath(type, version)}
              className="touch flex items-center font-semibold text-brand underline"
            >
              {version}
            </Link>
            {isCurrent && <Badge variant="good">Current</Badge>}
            <span className="wrap-anywhere text-ink-soft text-sm">
              {publishedBy === null
                ? 'The first version'
                : `Published ${formatMoment(Date.parse(publishedAt), site.timeZone)} by ${publishedBy}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
