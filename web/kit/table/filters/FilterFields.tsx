import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import type { List } from '#web/kit/table/use-list.ts';
import {
  asCents,
  asDay,
  asNumber,
  asText,
  type Filter,
  fromOf,
  type Option,
  type Reading,
  toOf,
} from './filters.ts';
import { useDraft } from './use-draft.ts';

type Of = { list: Pick<List<unknown>, 'state' | 'change'> };

/** A control for each filter. Selects apply at once, text after a pause. */
export function FilterFields({ list, filters }: Of & { filters: readonly Filter[] }) {
  return filters.map((filter) => <FilterField key={filter.label} list={list} filter={filter} />);
}

function FilterField({ list, filter }: Of & { filter: Filter }) {
  const { field, label } = filter;
  switch (filter.kind) {
    case 'select':
      return <Choice list={list} name={field} label={label} options={filter.options} />;
    case 'text':
      return <InputFilter list={list} name={field} label={label} reading={asText} />;
    case 'number':
      return <InputFilter list={list} name={field} label={label} reading={asNumber} inputMode="numeric" />;
    case 'day':
      return <InputFilter list={list} name={field} label={label} reading={asDay} type="date" />;
    case 'dayRange':
      return (
        <Range label={label}>
          <InputFilter list={list} name={fromOf(field)} label={`${label} from`} reading={asDay} type="date" />
          <InputFilter list={list} name={toOf(field)} label={`${label} to`} reading={asDay} type="date" />
        </Range>
      );
    case 'centsRange':
      return (
        <Range label={label}>
          <InputFilter
            list={list}
            name={fromOf(field)}
            label={`${label} from, $`}
            reading={asCents}
            inputMode="decimal"
          />
          <InputFilter
            list={list}
            name={toOf(field)}
            label={`${label} to, $`}
            reading={asCents}
            inputMode="decimal"
          />
        </Range>
      );
  }
}

function Range({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset aria-label={label} className="col-span-2 grid grid-cols-2 gap-3">
      {children}
    </fieldset>
  );
}

type ChoiceProps = Of & { name: string; label: string; options: readonly Option[] };

function Choice({ list, name, label, options }: ChoiceProps) {
  const id = `filter-${name}`;
  const value = list.state.filters[name] ?? '';
  return (
    <Field name={name} id={id} label={label} error={undefined} className="min-w-36 max-md:flex-1">
      <select
        name={name}
        id={id}
        value={value}
        onChange={({ target }) => list.change({ [name]: target.value })}
        className={CONTROL}
      >
        <option value="">Any</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {value !== '' && !options.some((option) => option.value === value) && (
          <option value={value}>{value}</option>
        )}
      </select>
    </Field>
  );
}

type InputFilterProps = Of & {
  name: string;
  label: string;
  reading: Reading;
  type?: 'date';
  inputMode?: 'numeric' | 'decimal';
};

function InputFilter({ list, name, label, reading, ...input }: InputFilterProps) {
  const id = `filter-${name}`;
  const value = list.state.filters[name] ?? '';
  // The first letter adds a history entry, so that Back shows the list without the filter.
  const commit = (next: string) => list.change({ [name]: next }, { replace: value !== '' });
  const { draft, setDraft, send, isInvalid } = useDraft(value, reading, commit);
  const error = isInvalid ? reading.inputError || undefined : undefined;
  return (
    <Field name={name} id={id} label={label} error={error} className="min-w-0 max-md:flex-1 max-md:basis-36">
      <input
        {...input}
        name={name}
        value={draft}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send()}
        {...fieldAria(id, error)}
        className={CONTROL}
      />
    </Field>
  );
}
