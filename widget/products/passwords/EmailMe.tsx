import { Button, type EmailWay, ErrorText, useAttempt, useEnterEmail, useWidget } from '../../form/index.ts'

/** Leaves the password and mails a way in instead. */
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
