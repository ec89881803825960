import type { ComponentType } from 'react'
import { AppSection } from './AppSection.tsx'
import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DeletionSection } from './DeletionSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { EventSection } from './EventSection.tsx'
import { NameSection } from './NameSection.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PhoneSection } from './PhoneSection.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { SessionSection } from './SessionSection.tsx'
import type { SectionProps } from './section-props.ts'
import { WalletSection } from './WalletSection.tsx'

/** The parts of the account page, in their order. Each decides itself whether it has something to show. */
export const sections: readonly { name: string; Section: ComponentType<SectionProps> }[] = [
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
