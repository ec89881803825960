import type { PaperPageModel } from './model.ts'

type Author = PaperPageModel['authors'][number]

/** SPEC §9: three are named; the others are there on demand. */
const shown = 3

type Props = {
  authors: readonly Author[]
  /** The source left out the rest: there is no list of all to show. */
  truncated: boolean
}

export const Authors = ({ authors, truncated }: Props) => {
  if (authors.length === 0) return null
  if (authors.length <= shown)
    return (
      <p className="authors">
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
  const first = authors.slice(0, shown).map(({ name }) => name)
  return (
    <details className="authors">
      <summary>
        {`${first.join(', ')} `}
        <span className="authors-more">et al.</span>
      </summary>
      <ol aria-label={truncated ? `The first ${authors.length} authors` : `All ${authors.length} authors`}>
        {authors.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
          <li key={index}>
            <AuthorName author={author} />
          </li>
        ))}
        {truncated && <li className="authors-others">and others</li>}
      </ol>
    </details>
  )
}

const AuthorName = ({ author: { name, orcid } }: { author: Author }) =>
  orcid === null ? name : <a href={orcidUrl(orcid)}>{name}</a>

/** An ORCID iD, bare or as its address → its address. */
const orcidUrl = (orcid: string): string => {
  return `https://orcid.org/${orcid.replace(/^.*\//, '')}`
}
