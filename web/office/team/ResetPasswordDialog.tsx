import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Account } from '#contract/auth.ts';
import { forgotPassword } from '#contract/credentials.ts';
import { errorText } from '#web/api/call.ts';
import { useForgotPassword } from '#web/api/credentials.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

const FAILURE_TEXT = 'Failed to initiate password reset';

type Props = { member: Account; onReset: (message: string) => void; onClose: () => void };

/** E-mails the member a reset link; in development the reply says where to find the e-mail. */
export function ResetPasswordDialog({ member, onReset, onClose }: Props) {
  const forgotPasswordMutation = useForgotPassword();
  const form = useForm({
    resolver: zodResolver(forgotPassword.body),
    defaultValues: { email: member.email ?? '' },
  });
  const submit = createSubmitHandler(form, {
    save: (values) => forgotPasswordMutation.mutateAsync(values),
    onSaved: ({ message }) => {
      const text = 'A password reset email has been sent.';
      toast({ title: 'Password reset initiated', text, variant: 'plain' });
      onReset(message);
      onClose();
    },
    onFailed: (error) => toastErrorText(error, FAILURE_TEXT),
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title="Reset Password"
      text={
        <p className="wrap-anywhere">
          <bdi>{fullName(member)}</bdi> gets an e-mail with a link to choose a new password. Until it is used,
          the old password stays good.
        </p>
      }
      submitText="Send reset e-mail"
      pendingText="Sending..."
      isPending={forgotPasswordMutation.isPending}
      isDirty={isDirty}
      error={forgotPasswordMutation.error && errorText(forgotPasswordMutation.error, FAILURE_TEXT)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.register('email')}
        label="Email"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
      />
    </FormDialog>
  );
}
