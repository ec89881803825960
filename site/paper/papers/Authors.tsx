import { groupedNumber } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { AuthorName } from './AuthorName.tsx'
import { directionFrom } from './direction.ts'
import type { PaperPageModel } from './model.ts'

type Author = PaperPageModel['authors'][number]

/** SPEC §9: three are named; the others are there on demand. */
const shown = 3
/** So many are listed on the paper's page; more have pages of their own. */
const mostListed = 100

type Props = {
  doi: Doi
  authors: readonly Author[]
  /** The source left out the rest: there is no list of all to show. */
  truncated: boolean
}

export const Authors = ({ doi, authors, truncated }: Props) => {
  if (authors.length === 0) return null
  const direction = directionFrom(authors[0]?.name)
  if (authors.length <= shown)
    return (
      <p className="authors" dir={direction}>
        {authors.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
          <span key={index}>
            {index > 0 && ', '}
            <AuthorName author={author} />
          </span>
        ))}
        {truncated && ' et al.'}
      </p>
    )
  const listed = authors.slice(0, mostListed)
  const hasMore = listed.length < authors.length
  return (
    <details className="authors" dir={direction}>
      <summary>
        {authors.slice(0, shown).map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <bdi key={index}>{`${name}${index < shown - 1 ? ', ' : ' '}`}</bdi>
        ))}
        <span className="authors-more">et al.</span>
      </summary>
      <ol aria-label={hasMore || truncated ? `The first ${listed.length} authors` : `All ${authors.length} authors`}>
        {listed.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
          <li key={index}>
            <AuthorName author={author} />
          </li>
        ))}
        {truncated && !hasMore && <li className="authors-others">and others</li>}
      </ol>
      {hasMore && (
        <p className="whole-list">
          <a href={paths.all(doi, 'authors')}>{`All ${groupedNumber(authors.length)} authors`}</a>
        </p>
      )}
    </details>
  )
}
