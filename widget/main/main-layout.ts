import type { Product, Settings } from '../form/config/index.ts'
import type { EmailFlow } from '../form/email/index.ts'
import { type ButtonGroup, manifests, type ProductName } from '../products/index.ts'

/** A group of ways in: the form for an address, or buttons. Passkeys and wallets have their places before they are there. */
export type Group = ButtonGroup | 'form'
export type Tab = 'sms' | 'whatsapp' | 'email'

export type MainLayout =
  | { kind: 'impossible'; reason: 'passkeysAlone' }
  | { kind: 'possible'; places: readonly (Group | 'divider')[]; form: FormLayout }
export type FormLayout =
  | { kind: 'impossible'; reason: 'linkAndCode' }
  | { kind: 'possible'; tabs: readonly Tab[]; emailFlow: EmailFlow }

/**
 * What stands on the Main screen, and in which order: that of the configured products, passkeys before all. A divider
 * parts the form from the buttons around it.
 * @param built the groups that some product brings
 */
export const mainLayout = (
  settings: Pick<Settings, 'products' | 'oauthOptions' | 'otpOptions'>,
  built: ReadonlySet<Group>,
): MainLayout => {
  const { products, oauthOptions } = settings
  if (products.length > 0 && products.every(product => product === 'passkeys')) {
    return { kind: 'impossible', reason: 'passkeysAlone' }
  }
  const form = formLayout(settings)
  const hasContent = (group: Group): boolean => {
    if (group === 'oauth') return oauthOptions.providers.length > 0
    return group !== 'form' || form.kind === 'impossible' || form.tabs.length > 0
  }
  const wanted: Group[] = products.map(groupOf)
  const groups = [...new Set(wanted)]
    .sort((one, other) => Number(other === 'passkey') - Number(one === 'passkey'))
    .filter(group => built.has(group) && hasContent(group))
  return { kind: 'possible', places: groups.flatMap(withDivider), form }
}

/** Where the products will be that may be named before they are there. */
const groupsToCome: Readonly<Record<Exclude<Product, ProductName>, Group>> = { passkeys: 'passkey', crypto: 'wallets' }

const groupOf = (product: Product): Group =>
  product === 'passkeys' || product === 'crypto' ? groupsToCome[product] : (manifests[product].buttons?.group ?? 'form')

const withDivider = (group: Group, place: number, groups: readonly Group[]): (Group | 'divider')[] => {
  const before = groups[place - 1]
  return before !== undefined && (group === 'form' || before === 'form') ? ['divider', group] : [group]
}

const formLayout = ({ products, otpOptions }: Pick<Settings, 'products' | 'otpOptions'>): FormLayout => {
  const byLink = products.includes('emailMagicLinks')
  const byCode = products.includes('otp') && otpOptions.methods.includes('email')
  if (byLink && byCode) return { kind: 'impossible', reason: 'linkAndCode' }
  const tabs = products.flatMap((product): readonly Tab[] => {
    if (product === 'otp') return otpOptions.methods
    return product === 'emailMagicLinks' || product === 'passwords' ? ['email'] : []
  })
  const emailFlow = products.includes('passwords') ? 'password' : byLink ? 'link' : 'code'
  return { kind: 'possible', tabs: [...new Set(tabs)], emailFlow }
}
