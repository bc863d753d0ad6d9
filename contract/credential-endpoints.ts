import {
  changeEmail,
  changePassword,
  changeUsername,
  forgotPassword,
  login,
  openSignInLink,
  requestSignInLink,
  resetPassword,
} from './credentials.ts';

/** Calls that prove who someone is, or change how. */
export const CREDENTIAL_ENDPOINTS = {
  login,
  requestSignInLink,
  openSignInLink,
  changePassword,
  changeUsername,
  changeEmail,
  forgotPassword,
  resetPassword,
};
