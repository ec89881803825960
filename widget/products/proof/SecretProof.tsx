import { type FormEvent, useState } from 'react'
import { Button, PasswordField, useAttempt, useWidget } from '../../form/index.ts'
import { CodeField } from './CodeField.tsx'
import { useProofTexts } from './texts.ts'
import { Username } from './Username.tsx'
import type { Way } from './ways.ts'

type Props = { way: Extract<Way, { kind: 'password' | 'app' | 'recovery' }>; onProved: () => void }

/** A proof by something that is typed: the password, the code of an app, or a recovery code. */
export const SecretProof = ({ way, onProved }: Props) => {
  const { client, settings } = useWidget()
  const texts = useProofTexts()
  const { busy, error, run } = useAttempt()
  const [text, setText] = useState('')
  const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
  const send = () => {
    switch (way.kind) {
      case 'password':
        return client.passwords.authenticate({ email: way.email, password: text, ...duration })
      case 'app':
        return client.totps.authenticate({ totp_code: text.trim(), ...duration })
      case 'recovery':
        return client.totps.recover({ recovery_code: text.trim(), ...duration })
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text !== '') run<unknown>(send, onProved)
  }
  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      {way.kind === 'password' && (
        <>
          <Username value={way.email} />
          <PasswordField kind="current" value={text} onText={setText} error={error} />
        </>
      )}
      {way.kind === 'app' && <CodeField label={texts.appCode} value={text} onText={setText} error={error} />}
      {way.kind === 'recovery' && (
        <CodeField label={texts.recoveryCode} isText value={text} onText={setText} error={error} />
      )}
      <Button submit busy={busy}>
        {texts.confirm}
      </Button>
    </form>
  )
}
