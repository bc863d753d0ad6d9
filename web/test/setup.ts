// jsdom has dialogs, but does not open them.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
