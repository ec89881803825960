import type { User } from '../../form/index.ts'

/** What every part of the account page is given. */
export type SectionProps = { user: User }
