import { paths, storedDoi } from '../doi/index.ts'
import type { KnownFact } from './model.ts'
import { Shape } from './Shape.tsx'

/** What is known, newest first, each with its date and its source: the strip in words. */
export const KnownFacts = ({ facts }: { facts: readonly KnownFact[] }) => (
  <ol className="facts">
    {facts.map((fact, index) => (
      <li key={fact.id} id={`known-${index + 1}`}>
        <FactTime fact={fact} />
        <div>
          <p>
            <strong className={`fact-kind is-${fact.kind}`}>
              <Shape kind={fact.kind} />
              {fact.label}
            </strong>
            {fact.title !== null && <FactTitle title={fact.title} doi={fact.doi} />}
          </p>
          {fact.quote !== null && <blockquote>{fact.quote}</blockquote>}
          <FactSource fact={fact} />
        </div>
      </li>
    ))}
  </ol>
)

const FactTime = ({ fact: { date, year, dateIsLatest } }: { fact: KnownFact }) => {
  if (year === null) return <span className="fact-time">no date</span>
  const exact = date !== null && date.length > 4 ? dayOf(date) : null
  return (
    <time className="fact-time" dateTime={date ?? String(year)}>
      {year}
      {dateIsLatest && <small>or earlier</small>}
      {exact !== null && <small>{exact}</small>}
    </time>
  )
}

const FactTitle = ({ title, doi }: { title: string; doi: string | null }) => (
  <span className="fact-title">{doi === null ? title : <a href={paths.paper(storedDoi(doi))}>{title}</a>}</span>
)

const FactSource = ({ fact: { doi, href, source } }: { fact: KnownFact }) => (
  <p className="fact-source">
    {href !== null && (
      <>
        <a href={href}>{doi ?? placeOf(href)}</a>
        {' · '}
      </>
    )}
    {'from '}
    {source.href === null ? source.name : <a href={source.href}>{source.name}</a>}
  </p>
)

/** What a link without a DOI of its own is called: a notice by its DOI's address, anything else by its host. */
const placeOf = (href: string): string =>
  href.startsWith('https://doi.org/') ? 'Notice' : href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[/?#].*$/, '')

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2019-04-30" → "30 Apr", "2019-04" → "Apr". */
const dayOf = (date: string): string | null => {
  const [, month, day] = date.split('-').map(Number)
  const name = months[(month ?? 0) - 1]
  if (name === undefined) return null
  return day === undefined || Number.isNaN(day) ? name : `${day} ${name}`
}
