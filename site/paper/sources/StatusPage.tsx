import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { formatAge, formatDate, formatTime } from '../../kit/times/times.ts'
import type { SourceState, SourceStatus, StarterCounts, StatusPageModel } from './count-events.ts'

/** Data sources with their state and their number of records. */
export const StatusPage = ({ model: { at, sources, starter } }: { model: StatusPageModel }) => (
  <Layout>
    <div className="status">
      <h1>Data sources</h1>
      <p className="lead">
        Retractions, corrections and replications come from {starter === null ? 'three' : 'four'} sources.{' '}
        {syncSchedule(sources)}
      </p>
      <ul className="source-list">
        {sources.map(source => (
          <Source key={source.source} source={source} now={Date.parse(at)} />
        ))}
        {starter !== null && <Starter counts={starter} />}
      </ul>
      <p className="fine">
        Times are in UTC. <a href={paths.statusJson}>This page as JSON</a>
      </p>
    </div>
  </Layout>
)

/** Describes only this server's own schedule. */
const syncSchedule = (sources: readonly SourceStatus[]): string => {
  if (sources.every(({ state }) => state === 'off'))
    return 'Syncing is disabled on this server: its records were imported or came with the software.'
  if (sources.every(({ askedAt }) => askedAt === null))
    return 'No source has been synced yet: the records here were imported or came with the software.'
  return 'Each one is synced every night. Opening a paper’s page also checks Crossref for that paper.'
}

const stateInWords: Readonly<Record<SourceState, string>> = {
  fresh: 'Up to date',
  late: 'Out of date',
  failing: 'Last sync failed',
  never: 'Not synced yet',
  off: 'Disabled',
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
        <dt>Last synced</dt>
        <dd>{source.askedAt === null ? 'never' : <Moment at={source.askedAt} now={now} />}</dd>
      </div>
      <div>
        <dt>Covers up to</dt>
        <dd>
          {source.reachesTo === null ? (
            'unknown'
          ) : (
            <time dateTime={source.reachesTo}>{formatDate(source.reachesTo)}</time>
          )}
        </dd>
      </div>
      <div>
        <dt>{source.source === 'forrt' ? 'Replications' : 'Notices'}</dt>
        <dd>{groupedNumber(source.events)}</dd>
      </div>
    </dl>
    {source.failure !== null && source.state !== 'off' && (
      <p className="source-note">
        Sync failed <Moment at={source.failure.at} now={now} />: {source.failure.sentence} Existing records stay, and
        the sync is retried.
      </p>
    )}
    {source.did !== null && <p className="source-note">{source.did}</p>}
  </li>
)

/** The collection of well-known papers that every installation begins with. */
const Starter = ({ counts: { notices, replications, newest } }: { counts: StarterCounts }) => (
  <li className="source">
    <div className="source-head">
      <h2>Starter collection</h2>
      <p className="source-state is-fresh">Included with the software</p>
    </div>
    <p className="source-tells">
      Notices and replications of well-known papers, so that a new installation is not empty
    </p>
    <dl>
      {newest !== null && (
        <div>
          <dt>Newest notice</dt>
          <dd>
            <time dateTime={newest}>{formatDate(newest)}</time>
          </dd>
        </div>
      )}
      <div>
        <dt>Notices</dt>
        <dd>{groupedNumber(notices)}</dd>
      </div>
      <div>
        <dt>Replications</dt>
        <dd>{groupedNumber(replications)}</dd>
      </div>
    </dl>
  </li>
)

const Moment = ({ at, now }: { at: string; now: number }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatAge(Date.parse(at), now)}
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
