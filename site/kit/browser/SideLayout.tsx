import type { ReactNode } from 'react'
import { Layout } from './Layout.tsx'

type Props = {
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
export const SideLayout = ({ className, eyebrow, heading, lead, side, children }: Props) => (
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
