import { useState } from 'react'
import { ErrorText, TextField, type User, useWidget } from '../../form/index.ts'
import { AddByCode } from './AddByCode.tsx'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

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
