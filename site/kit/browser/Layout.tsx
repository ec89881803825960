import { createContext, type ReactNode, useContext } from 'react'
import { paths } from '../doi/index.ts'
import { actingForField } from '../page/acting-for.ts'
import { anybody, type Reader } from '../page/reader.ts'

/** Content of the layout of every page. Server only; unavailable to islands. */
export type LayoutSlots = {
  /** Reader for whom the page is rendered. */
  reader: Reader
  /** The field to search, in the header. */
  search: ReactNode
  /** Login or logout link in the header. */
  account: ReactNode
  /** Notice above the page. */
  notice: ReactNode
}

export const LayoutSlots = createContext<LayoutSlots>({ reader: anybody, search: null, account: null, notice: null })

/** Hidden field with the account that a form's page was rendered for. Server-rendered only: islands get their reader as a prop. */
export const ActingFor = () => {
  const { account } = useContext(LayoutSlots).reader
  return account === null ? null : <input type="hidden" name={actingForField} value={account} />
}

const Footer = ({ contact }: { contact: string | null }) => (
  <footer className="site-footer">
    <p>Corroborate shows the retractions, corrections and replications of every scientific paper.</p>
    <p>
      Records come from <a href="https://openalex.org/">OpenAlex</a> (CC0) and{' '}
      <a href="https://www.crossref.org/">Crossref</a>; corrections and retractions from Crossref and{' '}
      <a href="https://retractionwatch.com/">Retraction Watch</a>; replications from{' '}
      <a href="https://forrt.org/">FORRT</a> (CC BY 4.0). A few were coded by us from the notices and papers. The
      software is open source under the MIT license.
    </p>
    <ul className="footer-links">
      <li>
        <a href={paths.about}>About</a>
      </li>
      <li>
        <a href={paths.check}>Check your references</a>
      </li>
      <li>
        <a href={paths.recent()}>Recent updates</a>
      </li>
      <li>
        <a href={paths.wanted()}>Replications wanted</a>
      </li>
      <li>
        <a href={paths.pool}>Pool</a> and <a href={paths.books()}>ledger</a>
      </li>
      <li>
        <a href={paths.status}>Data sources</a>
      </li>
      <li>
        <a href={paths.moderation}>Moderation</a>
      </li>
      <li>
        <a href={paths.api}>API</a>
      </li>
      <li>
        <a href={paths.privacy}>Privacy</a>
      </li>
      {contact !== null && (
        <li>
          <a href={`mailto:${contact}`}>Contact the operators</a>
        </li>
      )}
    </ul>
  </footer>
)

type Props = { search: ReactNode; account: ReactNode }

/** The header of every page. Its order is the same for eye, keyboard and screen reader at every width. */
const Header = ({ search, account }: Props) => (
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

/** The frame of every page. The home page is itself a search, and leaves the header's out. */
export const Layout = ({ children, search = true }: { children: ReactNode; search?: boolean }) => {
  const slots = useContext(LayoutSlots)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header search={search && slots.search} account={slots.account} />
      {slots.notice}
      <main id="main">{children}</main>
      <Footer contact={slots.reader.contact} />
    </>
  )
}

type SideLayoutProps = {
  /** The page's kind, as a class of its own. */
  className: string
  eyebrow?: ReactNode
  heading: string
  lead: ReactNode
  /** Filters, an index or sums. */
  side: ReactNode
  children: ReactNode
}

/** Frame of a page that lists things: its heading, then a side column on a desktop, and the list. On a phone they follow each other. */
export const SideLayout = ({ className, eyebrow, heading, lead, side, children }: SideLayoutProps) => (
  <Layout>
    <div className={`side-page ${className}`}>
      <div className="side-head">
        {eyebrow}
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="side-column">{side}</div>
      <div className="side-main">{children}</div>
    </div>
  </Layout>
)
