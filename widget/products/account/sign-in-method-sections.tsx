import { readLanding, withoutCallbackParams } from '@corroborate/wire/landing'
import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ErrorText, errorTypeOf, fill, PasswordField, type User, useWidget } from '../../form/index.ts'
import { type LeftFor, takeLeaving, Username, useLeave, WalletChoice } from '../proof/index.ts'
import { deletePasskey, NameForm } from '../upkeep/index.ts'
import { useTask, useTexts } from './account-context.ts'
import type { AccountTexts } from './en.ts'
import { Choice, Removable, Row, Section, type SectionProps, Tool } from './rows.tsx'

export const PasswordSection = ({ user }: SectionProps) => {
  const texts = useTexts()
  const [stage, setStage] = useState<'closed' | 'open' | 'saved'>('closed')
  const hasPassword = user.password !== null
  return (
    <Section title={texts.password}>
      {stage === 'open' ? (
        <PasswordForm user={user} onClose={() => setStage('closed')} onSaved={() => setStage('saved')} />
      ) : (
        <ul className="siw-account-list">
          <Row text={hasPassword ? texts.hasPassword : texts.noPassword}>
            <Tool onClick={() => setStage('open')}>{hasPassword ? texts.changePassword : texts.setPassword}</Tool>
          </Row>
        </ul>
      )}
      {stage === 'saved' && <p role="status">{texts.passwordSaved}</p>}
    </Section>
  )
}

const PasswordForm = ({ user, onClose, onSaved }: SectionProps & { onClose: () => void; onSaved: () => void }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [password, setPassword] = useState('')
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (password !== '') run(() => client.passwords.resetBySession({ password }), onSaved)
  }
  return (
    <form className="siw-account-task siw-stack" noValidate onSubmit={save}>
      <Username value={user.emails[0]?.email ?? ''} />
      <PasswordField kind="new" value={password} onText={setPassword} error={error} />
      <Choice label={texts.save} busy={busy} onCancel={onClose} />
    </form>
  )
}

/** Query parameters of a provider error. */
const refusal = ['error', 'error_description'] as const

/**
 * Returns the outcome of a provider visit started on this page, as text. The provider redirects with a token or an error in the URL, here
 * or to another page. Ignored unless this tab started the visit, since anyone can craft the URL.
 */
const useReturn = (user: User): { news: string | null; error: string | undefined } => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { error, setError, run } = useTask()
  const [news, setNews] = useState<string | null>(null)
  const hasLooked = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    const left = takeLeaving()
    if (left === null) return
    const url = new URL(location.href)
    const landing = readLanding(url.searchParams)
    const type = url.searchParams.get('error')
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    if (landing?.type === 'oauth') {
      history.replaceState(history.state, '', withoutCallbackParams(location.href))
      run(
        () => client.oauth.authenticate(landing.token, duration),
        () => setNews(newsOf(left, texts)),
      )
    } else if (type !== null) {
      for (const name of refusal) url.searchParams.delete(name)
      history.replaceState(history.state, '', url)
      setError(refusalOf(left, type, texts))
    } else if (left.purpose === 'link' && user.providers.some(isOf(left))) setNews(newsOf(left, texts))
  }, [])

  return { news, error }
}

const isOf =
  ({ provider }: LeftFor) =>
  ({ provider_type }: User['providers'][number]): boolean =>
    provider_type === providerTitle(provider)

const newsOf = ({ provider, purpose }: LeftFor, texts: AccountTexts): string =>
  purpose === 'prove' ? texts.proved : fill(texts.linked, { name: providerTitle(provider) })

const refusalOf = ({ purpose }: LeftFor, type: string, texts: AccountTexts): string => {
  if (purpose === 'prove') return texts.notProved
  return type === 'duplicate_oauth_registration' ? texts.providerTaken : texts.notLinked
}

/** Linked social accounts, and those that can be linked. */
export const ProviderSection = ({ user }: SectionProps) => {
  const { providers } = user
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, setError, run } = useTask()
  const leave = useLeave()
  const back = useReturn(user)
  const offered = settings.oauthOptions.providers.filter(({ type }) =>
    providers.every(({ provider_type }) => provider_type !== providerTitle(type)),
  )
  if (providers.length === 0 && offered.length === 0) return null

  const link = (provider: OAuthProvider) => {
    setError(undefined)
    run(
      () => leave({ provider, purpose: 'link' }),
      () => undefined,
    )
  }

  return (
    <Section title={texts.providers}>
      {providers.length === 0 && <p>{texts.noProviders}</p>}
      <ul className="siw-account-list">
        {providers.map(({ oauth_user_registration_id: id, provider_type }) => (
          <Removable key={id} name={provider_type} remove={() => client.user.deleteOAuthRegistration(id)} />
        ))}
      </ul>
      {back.news !== null && <p role="status">{back.news}</p>}
      <ErrorText>{error ?? back.error}</ErrorText>
      {offered.map(({ type }) => (
        <Tool key={type} busy={busy} onClick={() => link(type)}>
          {fill(texts.link, { name: providerTitle(type) })}
        </Tool>
      ))}
      {offered.length > 0 && <p className="siw-small">{texts.linkExplained}</p>}
    </Section>
  )
}

const kinds = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** As wallets write an address where there is little room. */
const short = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address

/** Wallets for signing in, and the button to add one if the page offers wallets. */
export const WalletSection = ({ user: { crypto_wallets: wallets } }: SectionProps) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [isAdding, setAdding] = useState(false)
  const canAdd = settings.products.includes('crypto')
  if (wallets.length === 0 && !canAdd) return null
  return (
    <Section title={texts.wallets}>
      <ul className="siw-account-list">
        {wallets.map(({ crypto_wallet_id: id, crypto_wallet_address: address, crypto_wallet_type: type }) => (
          <Removable
            key={id}
            name={short(address)}
            note={kinds[type]}
            remove={() => client.user.deleteCryptoWallet(id)}
          />
        ))}
      </ul>
      {isAdding && <WalletChoice busy={busy} error={error} onChoose={sign => run(sign, () => setAdding(false))} />}
      {canAdd && <Tool onClick={() => setAdding(!isAdding)}>{isAdding ? texts.cancel : texts.addWallet}</Tool>}
    </Section>
  )
}

/** Passkeys are bound to a name, so that there are none on an IP address; nor on old browsers, nor over plain http. */
const mayHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname)

export const PasskeySection = ({ user: { webauthn_registrations: passkeys } }: SectionProps) => {
  const { client, settings, emit } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const canAdd = mayHavePasskeys()
  if (passkeys.length === 0 && !canAdd) return null
  const add = () =>
    run(
      () => client.webauthn.register({ is_passkey: true, ...settings.passkeyOptions }),
      data => emit({ type: 'PASSKEY_REGISTER', data }),
      (reason, sentence) => {
        if (reason instanceof Error && reason.name === 'InvalidStateError') return texts.passkeyKnown
        return errorTypeOf(reason) === undefined ? texts.passkeyNotMade : sentence
      },
    )
  return (
    <Section title={texts.passkeys}>
      {passkeys.length === 0 && <p>{texts.noPasskeys}</p>}
      <ul className="siw-account-list">
        {passkeys.map(passkey => (
          <Passkey key={passkey.webauthn_registration_id} passkey={passkey} />
        ))}
      </ul>
      <ErrorText>{error}</ErrorText>
      {canAdd && (
        <Tool busy={busy} onClick={add}>
          {texts.addPasskey}
        </Tool>
      )}
    </Section>
  )
}

type PasskeyProps = { passkey: User['webauthn_registrations'][number] }

const Passkey = ({ passkey }: PasskeyProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const [isRenaming, setRenaming] = useState(false)
  const { name, backed_up } = passkey
  const remove = () => deletePasskey(client, passkey)
  if (isRenaming) return <Rename passkey={passkey} onClose={() => setRenaming(false)} />
  return (
    <Removable name={name} note={backed_up ? texts.synced : undefined} warning={texts.passkeyWarning} remove={remove}>
      <Tool label={fill(texts.renameNamed, { name })} onClick={() => setRenaming(true)}>
        {texts.rename}
      </Tool>
    </Removable>
  )
}

const Rename = ({ passkey, onClose }: PasskeyProps & { onClose: () => void }) => {
  const texts = useTexts()
  const attempt = useTask()
  return (
    <li className="siw-account-task">
      <NameForm passkey={passkey} label={texts.passkeyName} attempt={attempt} onClose={onClose}>
        <Choice label={texts.save} busy={attempt.busy} onCancel={onClose} />
      </NameForm>
    </li>
  )
}
