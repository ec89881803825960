import type { RememberedDevice } from '@corroborate/wire/types'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, ErrorText, fill, useElementId, useWidget } from '../../form/index.ts'
import { CodeField } from '../proof/index.ts'
import { useLoaded, useTask, useTexts, useTimes } from './account-context.ts'
import { formatDevice, whereabouts } from './activity-sections.tsx'
import { Choice, Removable, RowToEnd, Section, type SectionProps, Tool, Waiting } from './rows.tsx'

/** Codes for when the phone is lost, shown this once. */
const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  // Where a page may not write to the clipboard, the codes can be marked by hand.
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div ref={place} className="siw-account-task siw-stack" tabIndex={-1}>
      <h3 className="siw-account-heading">{texts.recoveryCodes}</h3>
      <p>{texts.keepCodes}</p>
      <ul className="siw-account-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Tool onClick={() => void copy()}>{isCopied ? texts.copied : texts.copy}</Tool>
      <Button onClick={onDone}>{texts.done}</Button>
    </div>
  )
}

/** Remembered devices without second factor; each can be removed. Renders nothing if there are none. */
const RememberedDevices = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const id = useElementId()
  const { value: devices, ...waiting } = useLoaded(() => client.account.devices())
  if (devices === null) return <Waiting {...waiting} />
  if (devices.length === 0) return null
  return (
    <>
      <h3 id={id} className="siw-account-heading">
        {texts.rememberedDevices}
      </h3>
      <p className="siw-small">{texts.rememberedExplained}</p>
      <ul className="siw-account-list" aria-labelledby={id}>
        {devices.map(device => (
          <Device key={device.device_id} remembered={device} />
        ))}
      </ul>
    </>
  )
}

const Device = ({ remembered }: { remembered: RememberedDevice }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const inWords = useTimes()
  const { device_id, is_current, last_used_at, expires_at, device, network } = remembered
  const name = formatDevice(device, texts)
  const times = [
    fill(texts.lastUsed, { when: inWords(last_used_at) }),
    fill(texts.rememberedUntil, { when: inWords(expires_at) }),
  ]
  return (
    <RowToEnd
      text={name}
      mark={is_current ? texts.thisDevice : undefined}
      note={whereabouts([times.join(' · '), network], texts)}
      label={fill(texts.forgetNamed, { name })}
      end={() => client.account.forgetDevice(device_id)}
    >
      {texts.forget}
    </RowToEnd>
  )
}

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
