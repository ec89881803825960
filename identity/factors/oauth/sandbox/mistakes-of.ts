import { parseEmail } from '@corroborate/wire/email'
import type { Row } from '../upstream/index.ts'
import type { Typed } from './people.ts'

/** Validation errors by field. */
export type Mistakes = { name?: string; account?: string }

/** Validates what was typed at a fake provider. Empty if valid. Pure. */
export const mistakesOf = ({ name, account }: Typed, tells: Row['tells']): Mistakes => ({
  ...(name.trim() === '' && { name: 'Type a name.' }),
  ...(tells === 'nothing' && account.trim() === '' && { account: 'Type a user name.' }),
  ...(tells !== 'nothing' && parseEmail(account.trim()).kind !== 'email' && { account: 'Type an e-mail address.' }),
})
