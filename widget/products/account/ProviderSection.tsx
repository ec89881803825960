import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import { ErrorText, fill, useWidget } from '../../form/index.ts'
import { useLeave } from '../proof/index.ts'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useReturn } from './use-return.ts'
import { useTask } from './use-task.ts'

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
