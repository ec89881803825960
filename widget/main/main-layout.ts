import type { Settings } from '../form/config/index.ts'
import type { EmailFlow } from '../form/email/index.ts'
import { type ButtonGroup, type Manifest, manifests, type ProductName } from '../products/index.ts'

/** Returns the number of a product's buttons on Main with the page's options. */
export const countButtons = (product: ProductName, settings: Settings): number => {
  const { buttons, optionsKey }: Manifest = manifests[product]
  return buttons?.count(settings[optionsKey as keyof Settings] as never) ?? 0
}

/** A group of ways in: the form for an address, or buttons. */
export type Group = ButtonGroup | 'form'
export type Tab = 'sms' | 'whatsapp' | 'email'

export type MainLayout =
  | { kind: 'impossible'; reason: 'passkeysAlone' | 'noWayIn' }
  | { kind: 'possible'; places: readonly (Group | 'divider')[]; form: FormLayout }
export type FormLayout =
  | { kind: 'impossible'; reason: 'linkAndCode' }
  | { kind: 'possible'; tabs: readonly Tab[]; emailFlow: EmailFlow }

/**
 * Returns the layout of Main in the order of the configured products, passkeys first. A divider separates the form from surrounding
 * buttons.
 * @param built groups provided by some product
 */
export const mainLayout = (settings: Settings, built: ReadonlySet<Group>): MainLayout => {
  const { products } = settings
  if (products.length > 0 && products.every(product => product === 'passkeys')) {
    return { kind: 'impossible', reason: 'passkeysAlone' }
  }
  const form = formLayout(settings)
  const hasContent = (product: ProductName): boolean => {
    if (groupOf(product) === 'form') return form.kind === 'impossible' || form.tabs.length > 0
    return countButtons(product, settings) > 0
  }
  const wanted = products.filter(hasContent).map(groupOf)
  const groups = [...new Set(wanted)]
    .filter(group => built.has(group))
    .sort((one, other) => Number(other === 'passkey') - Number(one === 'passkey'))
  if (groups.length === 0) return { kind: 'impossible', reason: 'noWayIn' }
  return { kind: 'possible', places: groups.flatMap(withDivider), form }
}

const groupOf = (product: ProductName): Group => manifests[product].buttons?.group ?? 'form'

const withDivider = (group: Group, place: number, groups: readonly Group[]): (Group | 'divider')[] => {
  const before = groups[place - 1]
  // Passkeys draw their own: where the browser offers them in the form's field, there is nothing to part.
  return before !== undefined && before !== 'passkey' && (group === 'form' || before === 'form')
    ? ['divider', group]
    : [group]
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
