import type { ReactNode } from 'react'
import type { Freshness, OtherPaper, Status } from './model.ts'
import { Shape, ShapeDefinitions } from './Shape.tsx'
import { statusWords } from './status-words.ts'

type Props = { status: Status; summary: string; facts: number; freshness: Freshness }

/**
 * The answer to the reader's one question, above the title: a shape, a word, its date and who says so. Its weight follows its gravity
 * (LOOKS): a solid band when the paper is gone from the record, a rule in colour when something is known, plain words otherwise.
 */
export const Answer = ({ status, summary, facts, freshness }: Props) => {
  const { headline, shape } = statusWords(status)
  return (
    <section className={`verdict ${weights[status.kind]}`} aria-label="Does it hold?">
      <ShapeDefinitions />
      <p className="verdict-word">
        <Shape kind={shape} />
        {headline}
      </p>
      <div className="verdict-more">
        <Detail status={status} summary={summary} facts={facts} silent={freshness.silent} />
      </div>
    </section>
  )
}

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
  nothing: 'is-plain',
  'not-asked': 'is-plain',
  'no-record': 'is-plain',
}

const Detail = ({
  status,
  summary,
  facts,
  silent,
}: Omit<Props, 'freshness'> & { silent: string | null }): ReactNode => {
  const { kind, announces, source, notice, republished } = status
  switch (kind) {
    case 'nothing':
      return (
        <p>{`${summary}${summary === nothing ? ' Most papers are never tested: that is no mark against it.' : ''}`}</p>
      )
    case 'not-asked':
      return (
        <p>
          {`${silent === null ? 'The sources that describe papers could not be asked' : `${silent} did not answer`} just now. Try again later; the vote works in the meantime.`}
        </p>
      )
    case 'no-record':
      return (
        <p>
          No record was found for this DOI. If it is new, sources may not have it yet; you can still say whether the
          paper is reliable.
        </p>
      )
    case 'notice':
      return <Announced papers={announces?.papers ?? []} />
    default:
      return (
        <>
          {(source !== null || notice !== null) && (
            <p>
              {source !== null && `According to ${source.name}. `}
              {notice !== null && <a href={notice.href}>Read the notice</a>}
              {republished !== null && (
                <>
                  {notice !== null && ' · '}
                  {'Published again as '}
                  <Other paper={republished} />
                </>
              )}
            </p>
          )}
          {facts > 1 && (
            <p>
              {summary} <a href="#known">See all {facts}</a>
            </p>
          )}
        </>
      )
  }
}

/** The sentence of `summarise` for nothing. */
const nothing = 'No correction, retraction or attempt to repeat it is known yet.'

/** So many papers are named; the list below has all. */
const mostNamed = 3

const Announced = ({ papers }: { papers: readonly OtherPaper[] }) => (
  <>
    {papers.slice(0, mostNamed).map(paper => (
      <p key={paper.doi}>
        <Other paper={paper} />
      </p>
    ))}
    {papers.length > mostNamed && (
      <p>
        <a href="#known">See all {papers.length}</a>
      </p>
    )}
    {papers.length === 0 && <p>Our sources do not say which one.</p>}
  </>
)

const Other = ({ paper: { doi, title, href } }: { paper: OtherPaper }) => (
  <a href={href} dir="auto">
    {title ?? doi}
  </a>
)

/** Under every answer: who was asked, and to when they reach. */
export const Fresh = ({ freshness: { asked, silent } }: { freshness: Freshness }) => (
  <p className="fresh">
    {`Asked: ${asked.join(' · ')}.`}
    {silent !== null && ` ${silent} did not answer just now.`}
  </p>
)
