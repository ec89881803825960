import type { ReactNode } from 'react'
import { Layout } from '../../kit/browser/index.tsx'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import type { FilterModel } from './models.ts'

type Props = {
  heading: string
  about: ReactNode
  filters: readonly FilterModel[]
  /** Path of the next page, and of the first where this is another. */
  next: string | null
  first: string | null
  children: ReactNode
}

/** A list of the whole site: its parts, one page of it, and the way to the next. */
export const ListFrame = ({ heading, about, filters, next, first, children }: Props) => (
  <Layout>
    <ShapeDefinitions />
    <div className="front-list">
      <h1>{heading}</h1>
      <p className="lead">{about}</p>
      <nav aria-label="Parts of this list">
        <ul className="filters">
          {filters.map(({ words, path, isHere }) => (
            <li key={path}>
              <a href={path} aria-current={isHere ? 'page' : undefined}>
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      {(next !== null || first !== null) && (
        <p className="pager">
          {first !== null && <a href={first}>Back to the first page</a>}
          {next === null ? <span>That is all.</span> : <a href={next}>More</a>}
        </p>
      )}
    </div>
  </Layout>
)
