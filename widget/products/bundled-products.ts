import type { Views, ViewsOf } from '../form/index.ts'
import { views as account } from './account/views.ts'
import { views as email } from './email/views.ts'
import { views as idp } from './idp/views.ts'
import type { ProductExtra, ProductName } from './index.ts'
import { views as passcodes } from './passcodes/views.ts'
import { views as passkeys } from './passkeys/views.ts'
import { views as passwords } from './passwords/views.ts'
import { views as second } from './second/views.ts'
import { views as onetap } from './social/one-tap/index.ts'
import { views as social } from './social/views.ts'
import { views as wallets } from './wallets/views.ts'

/** The views of every product. An application that bundles the widget bundles all of them. */
export const products: { [Name in ProductName]: ViewsOf<Name> } & Record<ProductExtra, Views> = {
  account,
  crypto: wallets,
  emailMagicLinks: email,
  idp,
  oauth: social,
  onetap,
  otp: passcodes,
  passkeys,
  passwords,
  second,
}
