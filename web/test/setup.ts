import { configure } from '@testing-library/react';

// A busy machine may take longer than the usual second; what is found earlier is waited for no longer.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has dialogs, but does not open them.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
