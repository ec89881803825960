import { type FormEvent, useEffect, useState } from 'react'
import { Button, ErrorText, fill, TextField, useAttempt, useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type ProofTexts } from './en.ts'
import { es } from './es.ts'

type CodeFieldProps = {
  label: string
  /** True if it also contains letters. */
  isText?: boolean
  /** True to focus it when it appears. */
  isFocused?: boolean
  value: string
  onText: (text: string) => void
  error: string | undefined
}

/** A code that was sent, or that an app shows. */
export const CodeField = ({ label, isText = false, isFocused = true, value, onText, error }: CodeFieldProps) => (
  <TextField
    label={label}
    name="passcode"
    inputMode={isText ? 'text' : 'numeric'}
    autoComplete={isText ? 'off' : 'one-time-code'}
    autoCapitalize="off"
    spellCheck={false}
    maxLength={64}
    autoFocus={isFocused}
    required
    value={value}
    onText={onText}
    error={error}
  />
)

const tables: Readonly<Record<string, ProofTexts>> = { en, de, es }

/** The texts of a proof in the language of the widget, with those that the page replaces among the texts of accounts. */
export const useProofTexts = (): ProofTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.account }
}

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
