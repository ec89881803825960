import type { ReactNode } from 'react'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Freshness, OtherPaper, Status } from './model.ts'
import { Shape, ShapeDefinitions } from './Shape.tsx'
import { statusWords, toldBy } from './status-words.ts'

type Props = { status: Status; summary: string; facts: number }

/**
 * Status above the paper's title: shape, label, date and source. Its weight follows its severity (LOOKS): a solid band for a retracted
 * paper, a colored rule for other evidence, plain text otherwise.
 */
export const Answer = ({ status, summary, facts }: Props) => {
  const { headline, shape } = statusWords(status)
  return (
    <section className={`verdict ${weights[status.kind]}`} aria-label="Status">
      <ShapeDefinitions />
      <p className="verdict-word">
        <Shape kind={shape} />
        {withDateInOnePiece(headline)}
      </p>
      <div className="verdict-more">
        <Detail status={status} summary={summary} facts={facts} />
      </div>
    </section>
  )
}

/** "Retracted on", and "6 February 2010" on the next line where there is no room for both. */
const withDateInOnePiece = (headline: string): string =>
  headline.replace(/\d+ \p{Lu}\p{L}+ \d{4}$/u, date => date.replaceAll(' ', '\u00a0'))

const weights: Readonly<Record<Status['kind'], string>> = {
  retracted: 'is-solid',
  republished: 'is-solid',
  withdrawn: 'is-solid',
  'partly-retracted': 'is-no',
  'not-held': 'is-no',
  concern: 'is-amber',
  mixed: 'is-amber',
  corrected: 'is-amber',
  held: 'is-yes',
  reinstated: 'is-yes',
  notice: 'is-plain',
  neutral: 'is-plain',
  nothing: 'is-plain',
  'not-asked': 'is-plain',
  'no-record': 'is-plain',
}

/** True if the paper is retracted, as shown by the solid band. */
export const isOffTheRecord = ({ kind }: Status): boolean => weights[kind] === 'is-solid'

const Detail = ({ status, summary, facts }: Props): ReactNode => {
  const { kind, announces, source, notice, republished, reasons } = status
  switch (kind) {
    case 'nothing':
      return <p>Most papers are never replicated, so this says nothing against the paper.</p>
    case 'neutral':
      return <p>{summary}</p>
    case 'not-asked':
      return (
        <p>
          {`${facts === 0 ? 'Our stored records contain nothing for or against this paper.' : summary} Reload in a few minutes to check again.`}
        </p>
      )
    case 'no-record':
      return (
        <p>
          Check that the DOI matches the paper. A very recent paper may not be registered yet. You can vote on it in the
          meantime.
        </p>
      )
    case 'notice':
      return <Announced papers={announces?.papers ?? []} byTitle={announces?.byTitle ?? false} />
    default:
      return (
        <>
          {(source !== null || notice !== null) && (
            <p>
              {toldBy(status)}
              {source?.name.includes('FORRT') && (
                <span className="on-screen">
                  {' '}
                  <a href={`${paths.about}#sources`}>What is FORRT?</a>
                </span>
              )}
              {source !== null && notice !== null && ' '}
              {notice !== null && (
                <a href={notice.href} className="with-address">
                  Read the notice
                </a>
              )}
              {republished !== null && (
                <>
                  {notice !== null && ' · '}
                  {'Published again as '}
                  <Other paper={republished} />
                </>
              )}
            </p>
          )}
          {reasons.length > 0 && <p>{`Reasons, according to Retraction Watch: ${inShort(reasons)}.`}</p>}
          {facts > 1 && (
            <p>
              {!headlineTellsAll(status, facts) && `${summary} `}
              <a href="#known" className="whole on-screen">
                See the evidence
              </a>
            </p>
          )}
        </>
      )
  }
}

/** True if the evidence consists of replications with one outcome, or individually listed, so that the headline covers it. */
const headlineTellsAll = ({ kind, attempts: { held, notHeld, mixed, unclear } }: Status, facts: number): boolean =>
  (kind === 'held' && held === facts) ||
  (kind === 'not-held' && notHeld === facts) ||
  (kind === 'mixed' && held + notHeld + mixed + unclear === facts)

/** So many reasons are named; the list below has all. */
const mostReasons = 3

const inShort = (reasons: readonly string[]): string =>
  [
    ...reasons.slice(0, mostReasons),
    ...(reasons.length > mostReasons ? [`${reasons.length - mostReasons} more`] : []),
  ].join('; ')

/** So many papers are named; the list below has all. */
const mostNamed = 3

const Announced = ({ papers, byTitle }: { papers: readonly OtherPaper[]; byTitle: boolean }) => (
  <>
    {papers.slice(0, mostNamed).map(paper => (
      <p key={paper.doi}>
        {papers.length === 1 && 'Other paper: '}
        <Other paper={paper} />
      </p>
    ))}
    {papers.length > mostNamed && (
      <p>
        <a href="#known">See all {papers.length}</a>
      </p>
    )}
    {papers.length === 0 && <p>Our sources don’t name it.</p>}
    {byTitle && <p>Matched by title: none of our sources names the paper that this notice is about.</p>}
  </>
)

const Other = ({ paper: { doi, title, href } }: { paper: OtherPaper }) => (
  <a href={href} dir="auto">
    {title ?? doi}
  </a>
)

/** Data sources of the status with their dates, and a link to report a problem. */
export const Fresh = ({ doi, freshness }: { doi: Doi; freshness: Freshness }) => (
  <p className="fresh">
    {`${freshness.told} `}
    <a href={paths.problem(doi)} rel="nofollow" className="on-screen">
      Report a problem
    </a>
  </p>
)
