import { useWidget } from '../../form/index.ts'
import { Removable } from './Removable.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'

/** Accounts elsewhere that log in here. */
export const ProviderSection = ({ user: { providers } }: SectionProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  if (providers.length === 0) return null
  return (
    <Section title={texts.providers}>
      <ul className="siw-account-list">
        {providers.map(({ oauth_user_registration_id: id, provider_type }) => (
          <Removable key={id} name={provider_type} remove={() => client.user.deleteOAuthRegistration(id)} />
        ))}
      </ul>
    </Section>
  )
}
