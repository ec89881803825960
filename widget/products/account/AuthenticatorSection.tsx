import { type FormEvent, useState } from 'react'
import { ErrorText, useWidget } from '../../form/index.ts'
import { CodeField } from '../proof/index.ts'
import { Choice } from './Choice.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RememberedDevices } from './RememberedDevices.tsx'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

/** Minutes in which a new app has to show its first code. */
const setUpMinutes = 30

type Made = { qr_code: string; secret: string; recovery_codes: readonly string[] }

export const AuthenticatorSection = ({ user: { totps } }: SectionProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [made, setMade] = useState<Made | null>(null)
  /** Shown only once. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirmed = totps.find(({ verified }) => verified)

  const begin = () => run(() => client.totps.create({ expiration_minutes: setUpMinutes }), setMade)
  const renew = () =>
    run(
      () => client.totps.recoveryCodes(),
      answer => setCodes(answer.totps.flatMap(({ recovery_codes }) => recovery_codes)),
    )
  const confirm = ({ recovery_codes }: Made) => {
    setMade(null)
    setCodes(recovery_codes)
  }

  return (
    <Section title={texts.authenticator}>
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {made !== null && <SetUp made={made} onClose={() => setMade(null)} onConfirmed={() => confirm(made)} />}
      {confirmed !== undefined && codes === null && (
        <ul className="siw-account-list">
          <Removable
            name={texts.hasAuthenticator}
            what={texts.theAuthenticator}
            warning={texts.authenticatorWarning}
            remove={() => client.user.deleteTOTP(confirmed.totp_id)}
          />
        </ul>
      )}
      {confirmed === undefined && made === null && codes === null && <p>{texts.noAuthenticator}</p>}
      <ErrorText>{error}</ErrorText>
      {made === null && codes === null && (
        <Tool busy={busy} onClick={confirmed === undefined ? begin : renew}>
          {confirmed === undefined ? texts.addAuthenticator : texts.newRecoveryCodes}
        </Tool>
      )}
      {confirmed !== undefined && <RememberedDevices />}
    </Section>
  )
}

const SetUp = ({ made, onClose, onConfirmed }: { made: Made; onClose: () => void; onConfirmed: () => void }) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [code, setCode] = useState('')
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code === '') return
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    run(() => client.totps.authenticate({ totp_code: code.trim(), ...duration }), onConfirmed)
  }
  return (
    <form className="siw-account-task siw-stack" noValidate onSubmit={confirm}>
      <p>{texts.scan}</p>
      <img className="siw-account-picture" src={made.qr_code} alt={texts.picture} />
      <p className="siw-small">
        {texts.secret} <code className="siw-account-secret">{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeField label={texts.appCode} value={code} onText={setCode} error={error} />
      <Choice label={texts.confirmCode} busy={busy} onCancel={onClose} />
    </form>
  )
}
