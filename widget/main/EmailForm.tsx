import { type FormEvent, useState } from 'react'
import { useAttempt } from '../form/attempt/index.ts'
import { useWidget } from '../form/context/index.ts'
import { type EmailWay, isEmailAddress, useMails } from '../form/email/index.ts'
import { Button, TextField } from '../form/parts/index.ts'
import type { EmailFlow } from './main-layout.ts'

/** An e-mail address, and what it leads to. */
export const EmailForm = ({ flow }: { flow: EmailFlow }) => {
  const { client, strings, dispatch } = useWidget()
  const { sendWayIn } = useMails()
  const { busy, error, setError, run } = useAttempt()
  const [text, setText] = useState('')

  const send = (email: string, way: EmailWay) =>
    run(
      () => sendWayIn(email, way),
      screen => dispatch({ type: 'transition', screen }),
    )
  const askForPassword = (email: string) =>
    run(
      () => client.user.search(email),
      ({ userType }) => {
        dispatch({ type: 'update_password_state', passwordState: { email, type: userType } })
        dispatch({ type: 'transition', screen: 'PasswordCreateOrLogin' })
      },
    )

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = text.trim()
    if (!isEmailAddress(email)) {
      setError(flow === 'code' ? strings.main.invalidEmailForCode : strings.main.invalidEmail)
      event.currentTarget.querySelector('input')?.focus()
    } else if (flow === 'password') askForPassword(email)
    else send(email, flow)
  }

  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <TextField
        label={strings.common.email}
        type="email"
        name="email"
        inputMode="email"
        autoComplete={flow === 'password' ? 'username' : 'email'}
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
