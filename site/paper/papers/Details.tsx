import { groupedNumber } from '../../kit/amounts/index.ts'
import { dateInWords } from '../../kit/times/index.ts'
import { StatusMark } from '../known/index.tsx'
import type { PaperPageModel, ShownVersion } from './model.ts'

type Props = Pick<PaperPageModel, 'details' | 'versions'>

/** Further record data: full text, citation count, other versions, abstract. */
export const Details = ({ details: { abstract, freeText, citedBy }, versions }: Props) => (
  <>
    {(freeText !== null || citedBy !== null) && (
      <p className="record-facts">
        {freeText !== null && (
          <span>
            <a href={freeText.href} className="with-address">
              Read it free
            </a>
            {` at ${freeText.place}${freeText.version === null ? '' : `, ${freeText.version}`}`}
          </span>
        )}
        {citedBy !== null && (
          <span>{`Cited ${times(citedBy.count)} (${citedBy.at === null ? 'as of our last import' : `${citedBy.from}, ${dateInWords(citedBy.at)}`})`}</span>
        )}
      </p>
    )}
    {versions.map(version => (
      <Version key={version.doi} version={version} />
    ))}
    {abstract !== null && (
      <details className="abstract">
        <summary>Abstract</summary>
        <p dir="auto">{abstract.text}</p>
        <p className="fine">{`From ${abstract.from}, ${abstract.licence}.`}</p>
      </details>
    )}
  </>
)

const times = (count: number): string => (count === 1 ? 'once' : `${groupedNumber(count)} times`)

const kinds: Readonly<Record<ShownVersion['kind'], string>> = {
  preprint: 'Preprint',
  article: 'Published as',
  version: 'Another version',
}

const Version = ({ version: { doi, href, title, kind, byTitle, status } }: { version: ShownVersion }) => (
  <p className="record-version">
    {`${kinds[kind]}: `}
    <a href={href} dir="auto">
      {title ?? doi}
    </a>
    {byTitle && ' (found by its title and an author; no record says so)'}
    {status !== null && (
      <>
        {' '}
        <StatusMark status={status} />
      </>
    )}
  </p>
)
