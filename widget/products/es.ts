import { es as emailEs } from './email/es.ts'
import { es as passcodesEs } from './passcodes/es.ts'
import { es as passkeysEs } from './passkeys/es.ts'
import { es as passwordsEs } from './passwords/es.ts'
import { es as socialEs } from './social/es.ts'
import { es as oneTapEs } from './social/one-tap/es.ts'
import { es as walletsEs } from './wallets/es.ts'

/** Spanish texts of every product. Apart from `index.ts`, so that only pages in Spanish load them. */
export const spanish = [
  { account: {}, idp: {}, secondFactor: {} },
  emailEs,
  socialEs,
  { oneTap: oneTapEs },
  passcodesEs,
  passkeysEs,
  passwordsEs,
  walletsEs,
] as const
