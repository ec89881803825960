import { Button, type EmailWay, ErrorText, useAttempt, useEnterEmail, useWidget } from '../../form/index.ts'

/** A button that mails a link or a code in place of the password. */
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
