import { parseEmail } from '@corroborate/wire/email'
import type { Row } from '../upstream/index.ts'
import type { Typed } from './people.ts'

/** What is wrong with what somebody typed, by field. */
export type Mistakes = { name?: string; account?: string }

/** What is wrong with what somebody typed at a provider; empty when nothing is. Pure. */
export const mistakesOf = ({ name, account }: Typed, tells: Row['tells']): Mistakes => ({
  ...(name.trim() === '' && { name: 'Type a name.' }),
  ...(tells === 'nothing' && account.trim() === '' && { account: 'Type a user name.' }),
  ...(tells !== 'nothing' && parseEmail(account.trim()).kind !== 'email' && { account: 'Type an e-mail address.' }),
})
