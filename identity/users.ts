import { emailPart, phoneNumberPart } from './accounts/contacts/index.ts'
import { sessionPart } from './accounts/sessions/index.ts'
import { singleUsePart } from './accounts/single-use/index.ts'
import { createUsers } from './accounts/users/index.ts'
import { passwordPart } from './factors/passwords/index.ts'
import { totpPart } from './factors/totps/index.ts'
import { failurePart } from './protection/index.ts'

/** Users with everything that is kept of them. A folder that keeps rows of users adds its part here. */
export const users = createUsers([
  emailPart,
  phoneNumberPart,
  passwordPart,
  totpPart,
  sessionPart,
  singleUsePart,
  failurePart,
])
