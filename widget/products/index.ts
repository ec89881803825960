import { account } from './account/manifest.ts'
import { email } from './email/manifest.ts'
import { idp } from './idp/manifest.ts'
import type { Manifest } from './manifest.ts'
import { enOfScreens } from './passcodes/en.ts'
import { passcodes } from './passcodes/manifest.ts'
import { en as passkeysEn } from './passkeys/en.ts'
import { passkeys } from './passkeys/manifest.ts'
import { en as passwordsEn } from './passwords/en.ts'
import { passwords } from './passwords/manifest.ts'
import { second } from './second/manifest.ts'
import { social } from './social/manifest.ts'
import { en as oneTapEn } from './social/one-tap/en.ts'
import { en as walletsEn } from './wallets/en.ts'
import { wallets } from './wallets/manifest.ts'

export type { ButtonGroup, Manifest, Texts } from './manifest.ts'
export type { OtpMethod } from './passcodes/manifest.ts'
export { noPhoneNumber, type TypedPhoneNumber } from './passcodes/typed-phone-number.ts'
export type { UserType } from './passwords/state.ts'
export type { OAuthProviderOptions, OneTapPosition } from './social/manifest.ts'

/** Every product by its name in the config of a page. */
export const manifests = {
  account,
  crypto: wallets,
  emailMagicLinks: email,
  idp,
  oauth: social,
  otp: passcodes,
  passkeys,
  passwords,
  second,
}

/** English texts that come with the screens which say them, not with the form. */
export const englishOfScreens = {
  ...enOfScreens,
  ...passwordsEn,
  passkeys: passkeysEn,
  oneTap: oneTapEn,
  wallets: walletsEn,
}

export type ProductName = keyof typeof manifests

/** Products with pages of their own, and the step after all others: no ways to sign in that a page can name. */
const withoutWayIn = ['account', 'idp', 'second'] as const satisfies readonly ProductName[]

/** Products allowed in a page's config. */
export type SignInProduct = Exclude<ProductName, (typeof withoutWayIn)[number]>

export const signInProducts = (Object.keys(manifests) as ProductName[]).filter(
  (name): name is SignInProduct => !(withoutWayIn as readonly ProductName[]).includes(name),
)

/** Parts of products that are files of their own: few pages want them. */
export type ProductExtra = 'onetap'

/** Products outside the plain script, loaded by pages that use them. */
export type FetchedProduct = Exclude<ProductName, 'emailMagicLinks'> | ProductExtra

/** The manifests as a list, for code that treats all products alike. */
export const manifestList: readonly Manifest[] = Object.values(manifests)

type ManifestOf = typeof manifests
type Each = ManifestOf[ProductName]

/** Intersection of a union's members: `A | B` becomes `A & B`. */
export type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never

type ConfigOf<M> = M extends { optionsKey: infer Key extends string; withDefaults: (options: infer O) => unknown }
  ? unknown extends O
    ? never
    : { [K in Key]?: Exclude<O, undefined> }
  : never
type SettingsOf<M> = M extends { optionsKey: infer Key extends string; withDefaults: (options: never) => infer S }
  ? { [K in Key]: S }
  : never
type ActionsOf<M extends Manifest> = {
  [Type in keyof M['actions'] & string]: M['actions'][Type] extends (state: never, action: infer Payload) => object
    ? { type: Type } & Payload
    : never
}[keyof M['actions'] & string]
type Distributed<M> = M extends Manifest ? ActionsOf<M> : never

/** Products' additions to the form's config, settings, state, actions, screens and strings. */
export type ProductConfig = Intersection<ConfigOf<Each>>
export type ProductSettings = Intersection<SettingsOf<Each>>
export type ProductState = Intersection<Each['initialState']>
export type ProductAction = Distributed<Each>
/** A product with buttons in its manifest. */
export type ProductWithButtons = {
  [Name in ProductName]: ManifestOf[Name]['buttons'] extends null ? never : Name
}[ProductName]
export type ScreenOf<Name extends ProductName> = ManifestOf[Name]['screens'][number]
export type ProductScreen = ScreenOf<ProductName>
export type ProductTexts = Intersection<Each['texts']>
