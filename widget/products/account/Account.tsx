import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { Alert, useUser, useWidget } from '../../form/index.ts'
import { ProveDialog, useProof } from '../proof/index.ts'
import { AccountContext, useTexts, useTextsAtHand } from './account-context.ts'
import { AppSection, EventSection, SessionSection } from './activity-sections.tsx'
import { EmailSection, PhoneSection } from './contact-sections.tsx'
import { ImpersonationNotice } from './ImpersonationNotice.tsx'
import { DataSection, DeletionSection, NameSection } from './profile-sections.tsx'
import type { SectionProps } from './rows.tsx'
import { AuthenticatorSection } from './second-factor-sections.tsx'
import { PasskeySection, PasswordSection, ProviderSection, WalletSection } from './sign-in-method-sections.tsx'

/** The parts of the account page, in their order. Each decides itself whether it has something to show. */
const sections: readonly { name: string; Section: ComponentType<SectionProps> }[] = [
  { name: 'name', Section: NameSection },
  { name: 'emails', Section: EmailSection },
  { name: 'phones', Section: PhoneSection },
  { name: 'password', Section: PasswordSection },
  { name: 'passkeys', Section: PasskeySection },
  { name: 'authenticator', Section: AuthenticatorSection },
  { name: 'providers', Section: ProviderSection },
  { name: 'wallets', Section: WalletSection },
  { name: 'apps', Section: AppSection },
  { name: 'sessions', Section: SessionSection },
  { name: 'events', Section: EventSection },
  { name: 'data', Section: DataSection },
  { name: 'deletion', Section: DeletionSection },
]

/** The account page, as soon as there are texts in its language. */
export const Account = () => {
  const { strings } = useWidget()
  if (useTextsAtHand()) return <Page />
  return <div className="siw-loading" role="status" aria-label={strings.common.loading} />
}

/** The account page, or a message that the user is signed out or the account was just deleted. */
const Page = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const user = useUser()
  const [isDeleted, setDeleted] = useState(false)
  const [revision, setRevision] = useState(0)
  const { asked, guarded } = useProof()
  const shared = useMemo(
    () => ({ guarded, revision, noteChange: () => setRevision(n => n + 1), noteDeleted: () => setDeleted(true) }),
    [guarded, revision],
  )

  useEffect(() => {
    // Fetches changes by other browsers. Falls back to local data.
    if (client.session.getSync() !== null) client.user.get().catch(() => undefined)
  }, [client])

  if (isDeleted) {
    return (
      <div className="siw-screen">
        <Alert variant="success">{texts.deleted}</Alert>
      </div>
    )
  }
  if (user === undefined) return null
  if (user === null) {
    return (
      <div className="siw-screen">
        <Alert variant="warning">{texts.notSignedIn}</Alert>
      </div>
    )
  }
  return (
    <AccountContext.Provider value={shared}>
      <div className="siw-screen siw-account">
        <ImpersonationNotice />
        {sections.map(({ name, Section }) => (
          <Section key={name} user={user} />
        ))}
      </div>
      {asked !== null && <ProveDialog user={user} {...asked} />}
    </AccountContext.Provider>
  )
}
