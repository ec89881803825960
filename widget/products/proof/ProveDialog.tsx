import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  Button,
  ErrorText,
  errorTypeOf,
  fill,
  PasswordField,
  ProductPart,
  type User,
  useAttempt,
  useElementId,
  useWidget,
} from '../../form/index.ts'
import { CodeField, CodeProof, useProofTexts } from './CodeProof.tsx'
import type { ProofTexts } from './en.ts'
import { type Asked, beginsBy, useLeave, type Way, waysOf } from './ways.ts'

/** Passkey proof, which prompts at once. */
export const PasskeyProof = ({ onProved }: { onProved: () => void }) => {
  const { client, settings } = useWidget()
  const texts = useProofTexts()
  const { busy, error, run } = useAttempt()
  const prove = () =>
    run(
      () =>
        client.webauthn.authenticate({
          is_passkey: true,
          session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
          ...settings.passkeyOptions,
        }),
      onProved,
      // The browser's error of an aborted ceremony is for developers.
      (reason, sentence) => (errorTypeOf(reason) === undefined ? undefined : sentence),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is chosen.
  useEffect(prove, [])
  return (
    <>
      <ErrorText>{error}</ErrorText>
      <Button busy={busy} onClick={prove}>
        {texts.proveWithPasskey}
      </Button>
    </>
  )
}

/** Proof by a linked social account. Leaves the page; users repeat their action after returning. */
const ProviderProof = ({ provider }: { provider: OAuthProvider }) => {
  const texts = useProofTexts()
  const leave = useLeave()
  const { busy, error, run } = useAttempt()
  const name = providerTitle(provider)
  return (
    <div className="siw-stack">
      <p>{fill(texts.proveByLeaving, { name })}</p>
      <ErrorText>{error}</ErrorText>
      <Button
        busy={busy}
        onClick={() =>
          run(
            () => leave({ provider, purpose: 'prove' }),
            () => undefined,
          )
        }
      >
        {fill(texts.goTo, { name })}
      </Button>
    </div>
  )
}

/** Hidden username for password managers, which store passwords by name. */
export const Username = ({ value }: { value: string }) => (
  <input
    className="siw-visually-hidden"
    type="email"
    name="email"
    autoComplete="username"
    aria-hidden="true"
    tabIndex={-1}
    readOnly
    value={value}
  />
)

type SecretProofProps = { way: Extract<Way, { kind: 'password' | 'app' | 'recovery' }>; onProved: () => void }

/** A proof by something that is typed: the password, the code of an app, or a recovery code. */
const SecretProof = ({ way, onProved }: SecretProofProps) => {
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

type WalletChoiceProps = {
  busy: boolean
  error: string | undefined
  /** Called with a function that signs with the chosen wallet. */
  onChoose: (sign: () => Promise<unknown>) => void
}

/** The wallets of this browser, drawn by their product, which knows how they sign. */
export const WalletChoice = ({ busy, error, onChoose }: WalletChoiceProps) => {
  const { strings } = useWidget()
  const texts = useProofTexts()
  return (
    <div className="siw-stack">
      <ProductPart of="crypto" label={strings.common.loading}>
        {({ Signing }) => Signing && <Signing busy={busy} otherwise={<p>{texts.noWallet}</p>} onChoose={onChoose} />}
      </ProductPart>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}

/** A proof by a wallet that belongs to the account. */
const WalletProof = ({ onProved }: { onProved: () => void }) => {
  const { busy, error, run } = useAttempt()
  return <WalletChoice busy={busy} error={error} onChoose={sign => run(sign, onProved)} />
}

type Props = Asked & { user: User }

/** Step-up authentication for signed-in users, before an important change or an authorization: one method, with the others collapsed. */
export const ProveDialog = ({ user, missing, onProved, onCancel }: Props) => {
  const texts = useProofTexts()
  const id = useElementId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Fixed when the dialog opens, because a proof changes the user.
  const { settings } = useWidget()
  const offered = settings.oauthOptions.providers.map(({ type }) => type)
  const [ways] = useState(() => waysOf(user, missing, offered))
  const [first] = ways
  const [way, setWay] = useState<Way | null>(beginsBy(ways))
  const others = ways.filter(each => each !== (way ?? first))
  useEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) element.showModal()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="siw-prove"
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="siw-stack">
        <h2 id={id} className="siw-prove-heading">
          {texts.proveHeading}
        </h2>
        <p>{missing === 'second' ? texts.proveSecond : texts.proveExplained}</p>
        {ways.length === 0 && <p>{texts.proveOtherwise}</p>}
        {way === null && first && <Button onClick={() => setWay(first)}>{labelOf(first, texts)}</Button>}
        {way !== null && <Proof key={keyOf(way)} way={way} onProved={onProved} />}
        {others.length > 0 && (
          <details key={way && keyOf(way)} className="siw-prove-others">
            <summary className="siw-link">{texts.otherWay}</summary>
            <div className="siw-stack">
              {others.map(each => (
                <Button key={keyOf(each)} look="secondary" onClick={() => setWay(each)}>
                  {labelOf(each, texts)}
                </Button>
              ))}
            </div>
          </details>
        )}
        <Button look="link" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </dialog>
  )
}

const keyOf = (way: Way): string => Object.values(way).join(' ')

const labelOf = (way: Way, texts: ProofTexts): string => {
  switch (way.kind) {
    case 'passkey':
      return texts.proveWithPasskey
    case 'password':
      return texts.proveWithPassword
    case 'app':
      return texts.proveWithApp
    case 'recovery':
      return texts.proveWithRecovery
    case 'wallet':
      return texts.proveWithWallet
    case 'provider':
      return fill(texts.proveWithProvider, { name: providerTitle(way.provider) })
    case 'email':
    case 'sms':
      return fill(texts.proveWithCode, { destination: way.destination })
  }
}

const Proof = ({ way, onProved }: { way: Way; onProved: () => void }) => {
  switch (way.kind) {
    case 'passkey':
      return <PasskeyProof onProved={onProved} />
    case 'email':
    case 'sms':
      return <CodeProof kind={way.kind} destination={way.destination} onProved={onProved} />
    case 'wallet':
      return <WalletProof onProved={onProved} />
    case 'provider':
      return <ProviderProof provider={way.provider} />
    default:
      return <SecretProof way={way} onProved={onProved} />
  }
}
