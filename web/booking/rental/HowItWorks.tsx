const STAGES = [
  { title: 'Book and pay the deposit', text: 'It takes a few minutes, by card. You need no account.' },
  { title: 'We deliver', text: 'Our staff confirm the delivery window for the day you picked.' },
  {
    title: 'We haul it away',
    text: 'At the end of your rental we add the dump fees and charge what remains to the same card.',
  },
];

/** What the deposit begins. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mt-12 sm:mt-16">
      <h2 id="how" className="text-2xl">
        How it works
      </h2>
      <ol className="mt-5 grid gap-6 sm:grid-cols-3">
        {STAGES.map((stage, index) => (
          <li key={stage.title} className="border-line border-t-2 pt-3">
            <p aria-hidden="true" className="font-display font-semibold text-2xl text-brand">
              {index + 1}
            </p>
            <h3 className="mt-1 text-lg">{stage.title}</h3>
            <p className="mt-1 text-ink-soft">{stage.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
