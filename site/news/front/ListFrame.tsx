import type { ReactNode } from 'react'
import { SideLayout } from '../../kit/browser/index.tsx'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import type { FilterModel } from './models.ts'

type Props = {
  heading: string
  lead: string
  filters: readonly FilterModel[]
  feed: { path: string; words: string }
  /** Path of the next page, and of the first if this is another. */
  next: string | null
  first: string | null
  children: ReactNode
}

/** A list of the whole site: its filters with their counts, one page of it, and the link to the next. */
export const ListFrame = ({ heading, lead, filters, feed, next, first, children }: Props) => (
  <SideLayout
    className="front-list"
    heading={heading}
    lead={lead}
    side={
      <>
        <nav aria-label="Filters">
          <ul className="side-list">
            {filters.map(({ words, path, isHere, count }) => (
              <li key={path}>
                <a href={path} aria-current={isHere ? 'page' : undefined}>
                  {words} <small>{count}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="side-more">
          <a href={feed.path}>{feed.words}</a>
        </p>
      </>
    }
  >
    <ShapeDefinitions />
    {children}
    {(next !== null || first !== null) && (
      <p className="pager">
        {first !== null && <a href={first}>First page</a>}
        {next === null ? <span>End of the list.</span> : <a href={next}>Next page</a>}
      </p>
    )}
  </SideLayout>
)
