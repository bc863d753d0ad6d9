import type { ReactNode } from 'react';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';

type Props = {
  title: string;
  version: string;
  intro: ReactNode;
  sections: { title: string; body: ReactNode }[];
};

/** A text page. The build renders it; it has no script. */
export function LegalPage({ title, version, intro, sections }: Props) {
  return (
    <SiteFrame>
      <article className="page prose max-w-3xl py-8 sm:py-12">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-2 text-ink-soft text-sm">Version {version}</p>
        <div className="mt-6 space-y-3 text-lg">{intro}</div>
        {sections.map((section, index) => (
          <section key={section.title} className="mt-9">
            <h2 className="text-xl">
              {index + 1}. {section.title}
            </h2>
            <div className="mt-2 space-y-3">{section.body}</div>
          </section>
        ))}
      </article>
    </SiteFrame>
  );
}
