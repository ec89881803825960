import { useEffect, useRef, useState } from 'react'
import { Alert, Button, isEmailAddress, ScreenFrame, TextField, useAttempt, useWidget } from '../../form/index.ts'
import { sendReset } from './send-reset.ts'
import { useTexts } from './use-texts.ts'

type Props = {
  /** Why the link does not work. */
  reason: string
  /** The form before this one had the focus, so this one takes it. */
  takesFocus: boolean
}

/** Shown for an invalid link: asks for an address to mail a new one. */
export const NewLink = ({ reason, takesFocus }: Props) => {
  const widget = useWidget()
  const { strings, state, dispatch } = widget
  const { heading, askAgain } = useTexts().passwordResetForm
  const [email, setEmail] = useState(state.passwordState.email)
  const { busy, error, setError, run } = useAttempt()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])

  const send = () => {
    const address = email.trim()
    if (!isEmailAddress(address)) return setError(strings.main.invalidEmail)
    run(
      () => sendReset(widget, address),
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
