import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeEmail,
  changePassword,
  changeUsername,
  forgotPassword,
  login,
  openSignInLink,
  requestSignInLink,
  resetPassword,
} from '#contract/credentials.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { currentUserQuery, useSessionsRefresh } from '#web/api/auth.ts';
import { call } from '#web/api/call.ts';

export function useLogin() {
  return useMutation({ mutationFn: (body: BodyInput<typeof login>) => call(login, { body }) });
}

export function useRequestSignInLink() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof requestSignInLink>) => call(requestSignInLink, { body }),
  });
}

export function useOpenSignInLink() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof openSignInLink>) => call(openSignInLink, { body }),
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
  });
}

/** Ends the user's other sessions. */
export function useChangePassword() {
  const refresh = useSessionsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => void refresh(),
  });
}

/** Ends all sessions of the user, this one included. */
export function useChangeUsername() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeUsername>) => call(changeUsername, { body }),
  });
}

/** Ends the user's other sessions. */
export function useChangeEmail() {
  const client = useQueryClient();
  const refresh = useSessionsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeEmail>) => call(changeEmail, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      void refresh();
    },
  });
}
