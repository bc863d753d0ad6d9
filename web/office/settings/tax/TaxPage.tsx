import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { EntryList } from '#web/office/settings/entries/EntryList.tsx';
import { TAX_RULES } from './tax-rules.tsx';

export default function TaxPage() {
  return (
    <DraftPage
      subject="The list of tax rules"
      title="Tax"
      text="Sales tax by delivery address. Ask your accountant which amounts are taxable."
    >
      {(draft) => (
        <EntryList kind={TAX_RULES} draft={draft}>
          <p>
            The most specific rule wins: one ZIP code before a range, a narrow range before a wide one, and
            ZIP codes before a state. Rental, extra weight and extras each take the tax of one rule.
          </p>
        </EntryList>
      )}
    </DraftPage>
  );
}
