import { type FormEvent, useState } from 'react'
import { Button, fill, ScreenFrame, useAttempt, usePendingUser, useWidget } from '../../form/index.ts'
import { CodeField, PasskeyProof } from '../proof/index.ts'
import { accountOf } from './account-of.ts'
import { Remember } from './Remember.tsx'
import { hasSessionEnded, sentenceFor } from './sentence-for.ts'
import { useTexts } from './texts.ts'

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
