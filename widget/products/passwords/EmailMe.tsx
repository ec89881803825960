import { Button, type EmailWay, ErrorText, useAttempt, useEnterEmail, useWidget } from '../../form/index.ts'

/** Button to mail a link or an OTP instead of using the password. */
export const EmailMe = ({ way, children }: { way: EmailWay; children: string }) => {
  const { state, dispatch } = useWidget()
  const enterEmail = useEnterEmail()
  const { busy, error, run } = useAttempt()
  return (
    <>
      <Button
        look="secondary"
        busy={busy}
        onClick={() =>
          run(
            () => enterEmail(state.passwordState.email, way),
            screen => dispatch({ type: 'transition', screen }),
          )
        }
      >
        {children}
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}
