import { useAttempt } from '../../form/attempt/index.ts'
import { useWidget } from '../../form/context/index.ts'
import { type EmailWay, useMails } from '../../form/email/index.ts'
import { Button, ErrorText } from '../../form/parts/index.ts'

/** Leaves the password and mails a way in instead. */
export const EmailMe = ({ way, children }: { way: EmailWay; children: string }) => {
  const { state, dispatch } = useWidget()
  const { sendWayIn } = useMails()
  const { busy, error, run } = useAttempt()
  return (
    <>
      <Button
        look="secondary"
        busy={busy}
        onClick={() =>
          run(
            () => sendWayIn(state.passwordState.email, way),
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
