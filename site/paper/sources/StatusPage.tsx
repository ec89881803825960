import { groupedNumber } from '../../kit/amounts/index.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { agoInWords, dateInWords } from '../../kit/times/index.ts'
import type { SourceState, SourceStatus } from './source-status.ts'
import type { StatusPageModel } from './status-model.ts'

/** How fresh what we know is, source by source. */
export const StatusPage = ({ model: { at, sources } }: { model: StatusPageModel }) => (
  <Layout>
    <div className="status">
      <h1>How fresh is what we know?</h1>
      <p className="lead">Three sources tell us what happened to papers. {askedInWords(sources)}</p>
      <ul className="source-list">
        {sources.map(source => (
          <Source key={source.source} source={source} now={Date.parse(at)} />
        ))}
      </ul>
      <p className="fine">
        The same <a href={paths.statusJson}>as JSON</a>. Times are in UTC.
      </p>
    </div>
  </Layout>
)

/** Nothing is promised that this machine does not do. */
const askedInWords = (sources: readonly SourceStatus[]): string => {
  if (sources.every(({ state }) => state === 'off'))
    return 'This server is set up to ask none of them: what it holds was imported, or came with it.'
  if (sources.every(({ askedAt }) => askedAt === null))
    return 'This server has not asked any of them yet: what it holds was imported, or came with it.'
  return 'Every night we ask each of them what is new; a paper’s own page also asks Crossref when it is read.'
}

const stateInWords: Readonly<Record<SourceState, string>> = {
  fresh: 'Up to date',
  late: 'Not asked lately',
  failing: 'Could not be asked',
  never: 'Not asked yet',
  off: 'Switched off',
}

const Source = ({ source, now }: { source: SourceStatus; now: number }) => (
  <li className="source">
    <div className="source-head">
      <h2>
        <a href={source.href}>{source.name}</a>
      </h2>
      <p className={`source-state is-${source.state}`}>
        <StateMark state={source.state} />
        {stateInWords[source.state]}
      </p>
    </div>
    <p className="source-tells">{source.tells}</p>
    <dl>
      <div>
        <dt>Last asked</dt>
        <dd>{source.askedAt === null ? 'never' : <Moment at={source.askedAt} now={now} />}</dd>
      </div>
      <div>
        <dt>Reaches to</dt>
        <dd>
          {source.reachesTo === null ? (
            'not known'
          ) : (
            <time dateTime={source.reachesTo}>{dateInWords(source.reachesTo)}</time>
          )}
        </dd>
      </div>
      <div>
        <dt>{source.source === 'forrt' ? 'Attempts we hold' : 'Notices we hold'}</dt>
        <dd>{groupedNumber(source.events)}</dd>
      </div>
    </dl>
    {source.failure !== null && source.state !== 'off' && (
      <p className="source-note">
        The last try failed <Moment at={source.failure.at} now={now} />: {source.failure.sentence} What we hold stays,
        and we try again.
      </p>
    )}
    {source.did !== null && <p className="source-note">{source.did}</p>}
  </li>
)

const Moment = ({ at, now }: { at: string; now: number }) => (
  <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
    {agoInWords(Date.parse(at), now)}
  </time>
)

/** The state as a shape of its own, so that it does not rest on colour: a full circle, a half one, a cross, a ring, a bar. */
const StateMark = ({ state }: { state: SourceState }) => (
  <svg className="shape" viewBox="-9 -9 18 18" aria-hidden="true">
    {state === 'fresh' && <circle r="7.5" className="solid" />}
    {state === 'late' && (
      <>
        <circle r="6.5" className="hollow" />
        <path d="M0-7.5a7.5 7.5 0 0 1 0 15z" className="solid" />
      </>
    )}
    {state === 'failing' && <path d="M-6-6 6 6M6-6-6 6" className="stroke" />}
    {state === 'never' && <circle r="6.25" className="hollow" />}
    {state === 'off' && <path d="M-7 0h14" className="stroke" />}
  </svg>
)
