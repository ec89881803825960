import {
  type ComponentType,
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
} from 'react'
import type {
  ProductExtra,
  ProductName,
  ProductScreen,
  ProductWithButtons,
  ScreenOf,
  TypedPhoneNumber,
} from '../../products/index.ts'
import { useWidget, type Widget } from '../context/index.ts'
import type { EmailFlow } from '../email/index.ts'
import type { Screen } from '../state/index.ts'

/** Views and behavior of a product: the part that other pages need not load. */
export type Views<Name extends ProductScreen = never> = {
  screens: { readonly [Each in ProductScreen]?: ComponentType } & Readonly<Record<Name, ComponentType>>
  /** The rules of its own parts of the form. */
  styles: string
  /** Its buttons on Main; null if its manifest has none. Google One Tap gets the button that it replaces. */
  Buttons: ComponentType<{ children?: ReactNode }> | null
  /** The form for a phone number, on the tab of a method; null where it sends nothing to phones. */
  PhoneForm: ComponentType<PhoneFormProps> | null
  /** The wallets of this browser, for the account page; of the product of wallets alone. */
  Signing?: ComponentType<SigningProps>
  /**
   * Handles an entered email address: mails to it, or looks up its account.
   * @returns the next screen. Null if the product uses no email address
   */
  enterEmail: ((widget: Widget, email: string) => Promise<Screen>) | null
}

/** The views of one product: every screen of its manifest, and buttons if its manifest has some. */
export type ViewsOf<Name extends ProductName> = Views<ScreenOf<Name>> & {
  Buttons: Name extends ProductWithButtons ? ComponentType<{ children?: ReactNode }> : null
}

/** Views, or the function that loads them from a provider. */
export type ViewsSource = Views | ((baseUrl: string) => Promise<Views>)

export type SigningProps = {
  busy: boolean
  /** In place of wallets where there are none. */
  otherwise: ReactNode
  /** Called with a function that signs with the chosen wallet for the signed-in user. */
  onChoose: (sign: () => Promise<unknown>) => void
}

export type PhoneFormProps = {
  method: 'sms' | 'whatsapp'
  phone: TypedPhoneNumber
  onPhone: Dispatch<SetStateAction<TypedPhoneNumber>>
}

/** The views of products, as far as they are loaded. */
export type LoadedViews = {
  /** The views of a product; null while they are not loaded. */
  now: (name: ProductName | ProductExtra) => Views | null
  /** Loads the views. Rejects with a message for the user; retries when called again. */
  load: (name: ProductName | ProductExtra) => Promise<Views>
  /** Adds a product's styles to the widget until the returned function is called. */
  attach: (styles: string) => () => void
}

const LoadedViewsContext = createContext<LoadedViews | null>(null)

export const LoadedViewsProvider = LoadedViewsContext.Provider

/** The views of products, in the widget that this component is in. Throws outside of one. */
export const useLoadedViews = (): LoadedViews => {
  const loaded = useContext(LoadedViewsContext)
  if (loaded === null) throw new Error('Internals not found!')
  return loaded
}

const products = { link: 'emailMagicLinks', code: 'otp', password: 'passwords' } as const

/** Returns the handler of an entered email address: mails a link or an OTP, or looks up a password account. */
export const useEnterEmail = (): ((email: string, flow: EmailFlow) => Promise<Screen>) => {
  const widget = useWidget()
  const { load } = useLoadedViews()
  return async (email, flow) => {
    const { enterEmail } = await load(products[flow])
    if (enterEmail === null) throw new Error(`${products[flow]} takes no e-mail address.`)
    return enterEmail(widget, email)
  }
}
