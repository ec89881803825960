import { type FormEvent, useEffect, useState } from 'react'
import { Button, ErrorText, fill, useAttempt, useWidget } from '../../form/index.ts'
import { CodeField } from './CodeField.tsx'
import { useProofTexts } from './texts.ts'

type Props = { kind: 'email' | 'sms'; destination: string; onProved: () => void }

/** A proof by a code. It is sent to an address or number of the account as soon as this way is chosen. */
export const CodeProof = ({ kind, destination, onProved }: Props) => {
  const { client, settings } = useWidget()
  const texts = useProofTexts()
  const sending = useAttempt()
  const { busy, error, run } = useAttempt()
  const [method, setMethod] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const { locale } = settings
  const send = () =>
    sending.run<{ method_id: string }>(
      () => client.otps[kind].send(destination, locale === undefined ? {} : { locale }),
      ({ method_id }) => setMethod(method_id),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is chosen.
  useEffect(send, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (method === null || code === '') return
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    run(() => client.otps.authenticate(code.trim(), method, duration), onProved)
  }
  if (method === null) {
    return (
      <>
        <ErrorText>{sending.error}</ErrorText>
        <Button look="secondary" busy={sending.busy} onClick={send}>
          {fill(texts.proveWithCode, { destination })}
        </Button>
      </>
    )
  }
  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <p role="status">{fill(texts.codeSent, { destination })}</p>
      <CodeField label={texts.code} value={code} onText={setCode} error={error} />
      <Button submit busy={busy}>
        {texts.confirm}
      </Button>
    </form>
  )
}
