import { configure } from '@testing-library/react';

// A busy machine can take longer than the default second. Passing tests do not wait longer.
configure({ asyncUtilTimeout: 10_000 });

// jsdom does not implement opening and closing dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
