import { type FormEvent, useState } from 'react'
import { type EmailFlow, isEmailAddress } from '../form/email/index.ts'
import { Button, TextField, useAttempt, useEnterEmail, useWidget } from '../form/index.ts'

/** Email form, which continues according to the configured products. */
export const EmailForm = ({ flow }: { flow: EmailFlow }) => {
  const { strings, dispatch } = useWidget()
  const enterEmail = useEnterEmail()
  const { busy, error, setError, run } = useAttempt()
  const [text, setText] = useState('')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = text.trim()
    if (isEmailAddress(email)) {
      run(
        () => enterEmail(email, flow),
        screen => dispatch({ type: 'transition', screen }),
      )
      return
    }
    setError(flow === 'code' ? strings.main.invalidEmailForCode : strings.main.invalidEmail)
    event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <TextField
        label={strings.common.email}
        type="email"
        name="email"
        inputMode="email"
        // Enables passkey autofill.
        autoComplete={flow === 'password' ? 'username webauthn' : 'email webauthn'}
        autoCapitalize="off"
        spellCheck={false}
        required
        value={text}
        onText={setText}
        error={error}
      />
      <Button submit busy={busy}>
        {strings.main.continueWithEmail}
      </Button>
    </form>
  )
}
