import type { ReactNode } from 'react'

type Props = { search: ReactNode; account: ReactNode }

/** The header of every page. Its order is the same for eye, keyboard and screen reader at every width. */
export const Header = ({ search, account }: Props) => (
  <header className="site-header">
    <a className="mark" href="/">
      <svg className="mark-sign" viewBox="0 0 26 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        <circle className="mark-ring" cx="18" cy="8" r="6" />
      </svg>
      Corroborate
    </a>
    {account}
    {search}
  </header>
)
