import { de as emailDe } from './email/de.ts'
import { de as passcodesDe } from './passcodes/de.ts'
import { de as passkeysDe } from './passkeys/de.ts'
import { de as passwordsDe } from './passwords/de.ts'
import { de as socialDe } from './social/de.ts'
import { de as oneTapDe } from './social/one-tap/de.ts'
import { de as walletsDe } from './wallets/de.ts'

/** German texts of every product. Apart from `index.ts`, so that only pages in German load them. */
export const german = [
  { account: {}, idp: {}, secondFactor: {} },
  emailDe,
  socialDe,
  { oneTap: oneTapDe },
  passcodesDe,
  passkeysDe,
  passwordsDe,
  walletsDe,
] as const
