import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFormDraft } from './form-draft.ts';

const initial = () => ({ number: '', fee: '' });

test('what is typed in a form is there after the page was ended, until it is saved', () => {
  const first = renderHook(() => useFormDraft('ticket-1', initial));
  act(() => first.result.current[1]({ number: 'T-1', fee: '84' }));
  first.unmount();

  expect(renderHook(() => useFormDraft('ticket-2', initial)).result.current[0]).toEqual(initial());
  const again = renderHook(() => useFormDraft('ticket-1', initial));
  expect(again.result.current[0]).toEqual({ number: 'T-1', fee: '84' });
  act(() => again.result.current[2]());
  again.unmount();
  expect(renderHook(() => useFormDraft('ticket-1', initial)).result.current[0]).toEqual(initial());
});

test('a stored form that cannot be read is left out', () => {
  sessionStorage.setItem('driver-draft:ticket-3', '{');
  expect(renderHook(() => useFormDraft('ticket-3', initial)).result.current[0]).toEqual(initial());
});
