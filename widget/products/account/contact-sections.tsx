import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorText, fill, TextField, type User, useElementId, useWidget } from '../../form/index.ts'
import { CodeField } from '../proof/index.ts'
import { useTask, useTexts } from './account-context.ts'
import { Choice, Removable, Section, type SectionProps, Tool } from './rows.tsx'

type Props = {
  /** Draws the field for the address or number. */
  field: (value: string, onText: (text: string) => void, error: string | undefined) => ReactNode
  /** Sends a code to the destination and returns its method ID. */
  send: (destination: string) => Promise<{ method_id: string }>
  onClose: () => void
}

/** Adds an address or number to the account: it is typed, and the code that is sent to it shows that it is theirs. */
const AddByCode = ({ field, send, onClose }: Props) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const sending = useTask()
  const checking = useTask()
  const [destination, setDestination] = useState('')
  const [method, setMethod] = useState<string | null>(null)
  const [code, setCode] = useState('')

  const submitDestination = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (destination.trim() === '') return
    sending.run(
      () => send(destination.trim()),
      ({ method_id }) => setMethod(method_id),
    )
  }
  const submitCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (method === null || code === '') return
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    checking.run(() => client.otps.authenticate(code.trim(), method, duration), onClose)
  }

  if (method === null) {
    return (
      <form className="siw-account-task siw-stack" noValidate onSubmit={submitDestination}>
        {field(destination, setDestination, sending.error)}
        <Choice label={texts.sendCode} busy={sending.busy} onCancel={onClose} />
      </form>
    )
  }
  return (
    <form className="siw-account-task siw-stack" noValidate onSubmit={submitCode}>
      <p role="status">{fill(texts.codeSent, { destination: destination.trim() })}</p>
      <CodeField label={texts.code} value={code} onText={setCode} error={checking.error} />
      <Choice label={texts.add} busy={checking.busy} onCancel={onClose} />
    </form>
  )
}

/** Normalizes a phone number: removes separators, and replaces a leading `00` with a plus. Pure. */
export const typedNumber = (text: string): string => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')

/** Numbers, and a way to add one on pages that log people in by phone. */
export const PhoneSection = ({ user: { phone_numbers: numbers } }: SectionProps) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const hint = useElementId()
  const [isAdding, setAdding] = useState(false)
  const { locale } = settings
  const channel = settings.otpOptions.methods.find(method => method !== 'email')
  const canAdd = settings.products.includes('otp') && channel !== undefined
  if (numbers.length === 0 && !canAdd) return null
  return (
    <Section title={texts.phoneNumbers}>
      <ul className="siw-account-list">
        {numbers.map(({ phone_id, phone_number, verified }) => (
          <Removable
            key={phone_id}
            name={phone_number}
            mark={verified ? undefined : texts.unconfirmed}
            remove={() => client.user.deletePhoneNumber(phone_id)}
          />
        ))}
      </ul>
      {isAdding && channel !== undefined && (
        <AddByCode
          field={(value, onText, error) => (
            <>
              <TextField
                label={texts.newPhoneNumber}
                type="tel"
                name="phone"
                autoComplete="tel"
                maxLength={32}
                autoFocus
                required
                value={value}
                onText={onText}
                error={error}
                aria-describedby={hint}
              />
              <p id={hint} className="siw-small">
                {texts.phoneHint}
              </p>
            </>
          )}
          send={number => client.otps[channel].send(typedNumber(number), locale === undefined ? {} : { locale })}
          onClose={() => setAdding(false)}
        />
      )}
      {canAdd && !isAdding && <Tool onClick={() => setAdding(true)}>{texts.addPhoneNumber}</Tool>}
    </Section>
  )
}

export const EmailSection = ({ user: { emails } }: SectionProps) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const [isAdding, setAdding] = useState(false)
  const { locale } = settings
  return (
    <Section title={texts.emails}>
      {emails.length === 0 && <p>{texts.noEmails}</p>}
      <ul className="siw-account-list">
        {emails.map(email => (
          <Email key={email.email_id} email={email} />
        ))}
      </ul>
      {isAdding ? (
        <AddByCode
          field={(value, onText, error) => (
            <TextField
              label={texts.newEmail}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={320}
              autoFocus
              required
              value={value}
              onText={onText}
              error={error}
            />
          )}
          send={email => client.otps.email.send(email, locale === undefined ? {} : { locale })}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Tool onClick={() => setAdding(true)}>{texts.addEmail}</Tool>
      )}
    </Section>
  )
}

const Email = ({ email: { email_id, email, verified } }: { email: User['emails'][number] }) => {
  const { client } = useWidget()
  const texts = useTexts()
  return (
    <>
      <Removable
        name={email}
        mark={verified ? undefined : texts.unconfirmed}
        remove={() => client.user.deleteEmail(email_id)}
      />
      {!verified && <Confirmation email={email} />}
    </>
  )
}

/** Mails a verification of an unverified address. */
const Confirmation = ({ email }: { email: string }) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [isSent, setSent] = useState(false)
  const { loginRedirectURL, resetPasswordRedirectURL } = settings.passwordOptions
  const send = () =>
    run(
      () =>
        client.passwords.resetByEmailStart({
          email,
          ...(loginRedirectURL && { login_redirect_url: loginRedirectURL }),
          ...(resetPasswordRedirectURL && { reset_password_redirect_url: resetPasswordRedirectURL }),
          ...(settings.locale && { locale: settings.locale }),
        }),
      () => setSent(true),
    )
  return (
    <li className="siw-account-row">
      <ErrorText>{error}</ErrorText>
      {isSent ? (
        <p role="status">{texts.confirmationSent}</p>
      ) : (
        <Tool busy={busy} onClick={send}>
          {texts.confirmAddress}
        </Tool>
      )}
    </li>
  )
}
