import type { ReactNode } from 'react'
import { paths } from '../doi/index.ts'

type Props = { search: ReactNode; account: ReactNode; moderates: boolean }

export const Header = ({ search, account, moderates }: Props) => (
  <header className="site-header">
    <a className="mark" href="/">
      <svg className="mark-sign" viewBox="0 0 26 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        <circle className="mark-ring" cx="18" cy="8" r="6" />
      </svg>
      Corroborate
    </a>
    {search}
    {moderates && (
      <a id="moderate-link" className="login-link to-queue" href={paths.moderate()}>
        Moderate
      </a>
    )}
    {account}
  </header>
)
