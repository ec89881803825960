import type { User } from '../../form/index.ts'

export type SectionProps = { user: User }
