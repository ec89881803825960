import { useEffect, useRef, useState } from 'react'
import { useAttempt } from '../../form/attempt/index.ts'
import { useWidget } from '../../form/context/index.ts'
import { isEmailAddress, useMails } from '../../form/email/index.ts'
import { Alert, Button, ScreenFrame, TextField } from '../../form/parts/index.ts'

type Props = {
  /** Why the link at hand does not work. */
  reason: string
  /** The person was just here with the keyboard, and is not to lose their place. */
  takesFocus: boolean
}

/** For whoever came by a link that does not work any more: asks where to mail another one. */
export const NewLink = ({ reason, takesFocus }: Props) => {
  const { strings, state, dispatch } = useWidget()
  const { heading, askAgain } = strings.passwordResetForm
  const [email, setEmail] = useState(state.passwordState.email)
  const { busy, error, setError, run } = useAttempt()
  const { sendReset } = useMails()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])

  const send = () => {
    const address = email.trim()
    if (!isEmailAddress(address)) return setError(strings.main.invalidEmail)
    run(
      () => sendReset(address),
      () => {
        dispatch({ type: 'update_password_state', passwordState: { email: address } })
        dispatch({ type: 'transition', screen: 'PasswordForgot' })
      },
    )
  }

  return (
    <ScreenFrame heading={heading}>
      <Alert>{reason}</Alert>
      <form
        ref={form}
        className="siw-stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label={strings.common.email}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onText={text => {
            setEmail(text)
            setError(undefined)
          }}
          error={error}
        />
        <Button submit busy={busy}>
          {askAgain}
        </Button>
      </form>
    </ScreenFrame>
  )
}
