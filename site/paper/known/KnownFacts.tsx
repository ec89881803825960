import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { dateWithinYear } from '../../kit/times/times.ts'
import { isPublished, listedFacts, type Placed } from './listed-facts.ts'
import type { KnownFact, OutcomeKind } from './model.ts'
import { Shape } from './Shape.tsx'

type OutcomeCounts = Readonly<Record<OutcomeKind, number>>

const order: readonly OutcomeKind[] = ['held', 'mixed', 'not-held']
const outcomeWords: Readonly<Record<OutcomeKind, string>> = {
  held: 'replicated',
  mixed: 'mixed or unclear',
  'not-held': 'failed to replicate',
}

/** Replication outcomes: a bar with counts. */
const OutcomeBar = ({ title, counts }: { title: string; counts: OutcomeCounts }) => {
  const all = counts.held + counts.mixed + counts['not-held']
  let start = 0
  return (
    <div className="outcomes">
      <h3>{title}</h3>
      <svg className="outcomes-bar" aria-hidden="true">
        {order
          .filter(kind => counts[kind] > 0)
          .map(kind => {
            const length = (counts[kind] / all) * 100
            const x = start
            start += length
            return (
              <svg
                key={kind}
                x={`${x}%`}
                width={`${Math.max(length - 0.6, 0.6)}%`}
                className={`is-${kind}`}
                aria-hidden="true"
              >
                <rect width="100%" height="100%" rx="3" />
              </svg>
            )
          })}
      </svg>
      <ul>
        {order
          .filter(kind => counts[kind] > 0)
          .map(kind => (
            <li key={kind}>
              <Shape kind={kind} />
              <b>{counts[kind]}</b>
              {` ${outcomeWords[kind]}`}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** From so many attempts on they are counted before they are listed. */
const fewestCounted = 4
/** Number of items from which the list is collapsed, with its count as a summary. */
const fewestFolded = 8

/**
 * Published evidence, newest first, with date and source; the text of the timeline. Many replications, of the paper or by it, are counted
 * first and grouped by outcome. Very long lists are truncated; `doi`, the paper's, links to the full list.
 */
export const KnownFacts = ({ doi, facts }: { doi: Doi; facts: readonly KnownFact[] }) => {
  const placed = facts.map((fact, index) => ({ fact, index })).filter(({ fact }) => isPublished(fact))
  const listed = new Set(listedFacts(facts).map(({ index }) => index))
  const isListed = ({ index }: Placed): boolean => listed.has(index)
  const counted = (['attempt', 'repeated'] as const)
    .map(group => ({ group, of: placed.filter(({ fact }) => fact.group === group) }))
    .filter(({ of }) => of.length >= fewestCounted)
  const rest = placed.filter(({ fact }) => !counted.some(({ group }) => group === fact.group))
  return (
    <>
      <FactList doi={doi} of={rest.filter(isListed)} />
      {counted.map(({ group, of }) => (
        <section key={group} className="attempts">
          <OutcomeBar title={titleOf(group, of)} counts={countsOf(of)} />
          <details open={of.length < fewestFolded}>
            <summary className="on-screen">{`See all ${countOf(of)}`}</summary>
            {kinds.map(kind => (
              <Ended
                key={kind}
                doi={doi}
                kind={kind}
                of={of.filter(({ fact }) => fact.outcome === kind)}
                isListed={isListed}
              />
            ))}
          </details>
        </section>
      ))}
      {placed.some(one => !isListed(one)) && (
        <p className="whole-list">
          <a href={paths.all(doi, 'known')}>{`All ${facts.length}, with their dates and sources`}</a>
        </p>
      )}
    </>
  )
}

/** Community reports of reproductions: counted ones first, then uncounted ones. Renders nothing if there are none. */
export const CommunityReports = ({ doi, facts }: { doi: Doi; facts: readonly KnownFact[] }) => {
  const reports = facts.map((fact, index) => ({ fact, index })).filter(({ fact }) => fact.group === 'report')
  if (reports.length === 0) return null
  return (
    <section className="community-reports" id="reports" aria-labelledby="reports-label">
      <h2 id="reports-label">Community reports</h2>
      <p className="section-about">
        Submitted by readers and approved by a moderator. A report counts as evidence if its material is public and two
        moderators have approved it.
      </p>
      <FactList doi={doi} of={reports} />
    </section>
  )
}

const kinds: readonly OutcomeKind[] = ['held', 'mixed', 'not-held']

const countOf = (of: readonly Placed[]): number => of.reduce((sum, { fact }) => sum + (fact.count ?? 1), 0)

const titleOf = (group: 'attempt' | 'repeated', of: readonly Placed[]): string => {
  const isReproduction = of.every(({ fact }) => fact.isReproduction)
  if (group === 'attempt') return `${countOf(of)} ${isReproduction ? 'reproductions' : 'replications'}`
  const papers = new Set(of.map(({ fact }) => fact.doi)).size
  const times = papers === of.length ? '' : `, in ${of.length} attempts`
  const earlier = papers === 1 ? 'an earlier paper' : `${papers} earlier papers`
  return `${isReproduction ? 'Reproduction' : 'Replication'} of ${earlier}${times}`
}

const countsOf = (of: readonly Placed[]): OutcomeCounts => {
  const counts = { held: 0, mixed: 0, 'not-held': 0 }
  for (const { fact } of of) if (fact.outcome !== null) counts[fact.outcome] += fact.count ?? 1
  return counts
}

type EndedProps = { doi: Doi; kind: OutcomeKind; of: readonly Placed[]; isListed: (one: Placed) => boolean }

const Ended = ({ doi, kind, of, isListed }: EndedProps) =>
  of.length === 0 ? null : (
    <>
      <h4>{`${countOf(of)} ${outcomeWords[kind]}`}</h4>
      <FactList doi={doi} of={of.filter(isListed)} />
    </>
  )

export const FactList = ({ doi, of }: { doi: Doi; of: readonly Placed[] }) =>
  of.length === 0 ? null : (
    <ol className="facts">
      {of.map(({ fact, index }) => (
        <li key={fact.id} id={`known-${index + 1}`}>
          <FactTime fact={fact} />
          <div>
            <p>
              <strong className={`fact-kind is-${fact.kind}`}>
                <Shape kind={fact.kind} />
                {fact.label}
              </strong>
              {fact.group === 'report' && fact.outcome === null && (
                <small className="fact-uncounted"> not counted</small>
              )}
              {fact.title !== null && <FactTitle title={fact.title} doi={fact.doi} />}
            </p>
            {fact.quote !== null && <blockquote dir="auto">{fact.quote}</blockquote>}
            {fact.reasons !== undefined && (
              <p className="fact-reasons">{`Reasons, according to Retraction Watch: ${fact.reasons.join('; ')}.`}</p>
            )}
            <FactSource paper={doi} fact={fact} />
          </div>
        </li>
      ))}
    </ol>
  )

const FactTime = ({ fact: { date, year, dateIsLatest } }: { fact: KnownFact }) => {
  if (year === null) return <span className="fact-time">no date</span>
  const exact = date === null ? null : dateWithinYear(date)
  return (
    <time className="fact-time" dateTime={date ?? String(year)}>
      {year}
      {dateIsLatest && <small>or earlier</small>}
      {exact !== null && <small>{exact}</small>}
    </time>
  )
}

const FactTitle = ({ title, doi }: { title: string; doi: string | null }) => (
  <span className="fact-title" dir="auto">
    {doi === null ? title : <a href={paths.paper(storedDoi(doi))}>{title}</a>}
  </span>
)

const FactSource = ({ paper, fact }: { paper: Doi; fact: KnownFact }) => {
  const { doi, href, source, group } = fact
  return (
    <p className="fact-source">
      {href !== null && (
        <>
          <a href={href} className={doi === null ? 'with-address' : undefined}>
            {doi ?? placeOf(fact, href)}
          </a>
          {' · '}
        </>
      )}
      {'from '}
      {source.href === null ? <bdi>{source.name}</bdi> : <a href={source.href}>{source.name}</a>}
      {group !== 'note' && group !== 'report' && (
        <span className="on-screen">
          {' · '}
          <a href={paths.problem(paper, { kind: 'source', id: fact.id })} rel="nofollow">
            Report a problem
          </a>
        </span>
      )}
    </p>
  )
}

/** Label of a link without a DOI: its page for this site, the DOI for a notice, otherwise its host. */
const placeOf = ({ kind, isReport }: KnownFact, href: string): string => {
  if (isReport) return href.includes('#') ? 'All reports' : 'Read the report'
  if (kind === 'note') return href.includes('#') ? 'Read the note' : 'All notes'
  if (href.startsWith('https://doi.org/')) return 'Notice'
  return href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[/?#].*$/, '')
}
