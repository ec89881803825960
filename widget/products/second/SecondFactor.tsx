import { type FormEvent, useState } from 'react'
import {
  Button,
  errorTypeOf,
  fill,
  Mark,
  ScreenFrame,
  type User,
  useAttempt,
  useElementId,
  useFlowComplete,
  usePendingUser,
  useWidget,
} from '../../form/index.ts'
import { CodeField, PasskeyProof } from '../proof/index.ts'
import { de } from './de.ts'
import { en, type SecondFactorTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, SecondFactorTexts>> = { en, de, es }

/** The texts of this product in the language of the widget, with those that the page replaces. */
const useTexts = (): SecondFactorTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.secondFactor }
}

type Props = { checked: boolean; onChange: (checked: boolean) => void }

/** Checkbox to remember this device; off by default. */
const Remember = ({ checked, onChange }: Props) => {
  const texts = useTexts()
  const id = useElementId()
  return (
    <div className="siw-second-remember">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{texts.remember}</label>
      <span id={`${id}-hint`} className="siw-small">
        {texts.rememberHint}
      </span>
    </div>
  )
}

/** Confirms the sign-in of a user who returned only for the second factor. */
export const SecondFactorConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.done}>
      <Mark of="success" large />
      <p className="siw-text">{texts.doneExplained}</p>
    </ScreenFrame>
  )
}

/** Returns the account's display identity: a verified address or number, else any address; empty for none. Pure. */
const accountOf = ({ emails, phone_numbers }: Pick<User, 'emails' | 'phone_numbers'>): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  emails[0]?.email ??
  ''

const sentences: Readonly<Record<string, 'wrongCode' | 'wrongRecoveryCode' | 'locked'>> = {
  unable_to_authenticate_totp: 'wrongCode',
  unable_to_authenticate_recovery_code: 'wrongRecoveryCode',
  user_lock_limit_reached: 'locked',
}

/** Returns the message for an error; `sentence` is the provider's, for errors not about the code. Pure. */
const sentenceFor = (error: unknown, sentence: string, texts: SecondFactorTexts): string => {
  const own = sentences[errorTypeOf(error) ?? '']
  return own === undefined ? sentence : texts[own]
}

/** True if the first factor's session has ended, so that the user must start over. Pure. */
const hasSessionEnded = (error: unknown): boolean =>
  ['session_not_found', 'user_unauthenticated'].includes(errorTypeOf(error) ?? '')

type Way = 'app' | 'recovery' | 'passkey'

/** Prompts for the second factor. The widget determines the next screen from the session. */
export const SecondFactor = () => {
  const texts = useTexts()
  const user = usePendingUser()
  const [way, setWay] = useState<Way>('app')
  const [hasSwitched, setSwitched] = useState(false)
  const choose = (other: Way) => {
    setSwitched(true)
    setWay(other)
  }
  const account = user && accountOf(user)
  const others: readonly (readonly [Way, string])[] = [
    ['app', texts.useApp],
    ['recovery', texts.useRecoveryCode],
    ...(user && user.webauthn_registrations.length > 0 ? [['passkey', texts.usePasskey] as const] : []),
  ]
  return (
    <ScreenFrame heading={texts.heading}>
      {account && <p className="siw-text">{fill(texts.account, { account })}</p>}
      {way === 'passkey' ? (
        <PasskeyProof onProved={() => undefined} />
      ) : (
        <Code key={way} isRecovery={way === 'recovery'} isFocused={hasSwitched} />
      )}
      <div className="siw-second-ways">
        {others
          .filter(([other]) => other !== way)
          .map(([other, label]) => (
            <Button key={other} look="link" onClick={() => choose(other)}>
              {label}
            </Button>
          ))}
        <Leave />
      </div>
    </ScreenFrame>
  )
}

/** The field for a code of the app, or for a recovery code. */
const Code = ({ isRecovery, isFocused }: { isRecovery: boolean; isFocused: boolean }) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useAttempt()
  const [code, setCode] = useState('')
  const [isRemembered, setRemembered] = useState(false)

  const send = (): Promise<unknown> => {
    const options = {
      session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
      ...(isRemembered && { remember_device: true }),
    }
    return isRecovery
      ? client.totps.recover({ recovery_code: code.trim(), ...options })
      : client.totps.authenticate({ totp_code: code.trim(), ...options })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code.trim() === '') return
    run(
      send,
      () => undefined,
      (reason, sentence) => {
        if (hasSessionEnded(reason)) void client.session.revoke({ forceClear: true }).catch(() => undefined)
        setCode('')
        return sentenceFor(reason, sentence, texts)
      },
    )
  }
  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <p className="siw-text">{isRecovery ? texts.byRecoveryCode : texts.byApp}</p>
      <CodeField
        label={isRecovery ? texts.recoveryCode : texts.code}
        isText={isRecovery}
        isFocused={isFocused}
        value={code}
        onText={setCode}
        error={error}
      />
      <Remember checked={isRemembered} onChange={setRemembered} />
      <Button submit busy={busy}>
        {texts.continue}
      </Button>
      {isRecovery && <p className="siw-text siw-small">{texts.lostBoth}</p>}
    </form>
  )
}

/** Discards the first factor and starts over. */
const Leave = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, run } = useAttempt()
  return (
    <Button
      look="link"
      busy={busy}
      onClick={() =>
        run(
          () => client.session.revoke({ forceClear: true }),
          () => undefined,
        )
      }
    >
      {texts.leave}
    </Button>
  )
}
