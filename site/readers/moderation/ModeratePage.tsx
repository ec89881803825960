import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { formatAge } from '../../kit/times/times.ts'
import { WrittenText } from '../written-text/WrittenText.tsx'
import type { ModeratePageModel, ModerateNotice as Notice, PastDecision, WaitingSection } from './counts.ts'
import { ModeratorTabs } from './ModeratorTabs.tsx'
import { QueueAside, queueNames } from './QueueAside.tsx'
import { actionOf, formatDecision, formatEntryStatus, ReasonOptions, WaitingEntry } from './WaitingEntry.tsx'

type Decided = Extract<ModeratePageModel, { view: 'decided' }>

/** Log of decisions, newest first. The last decision about an entry can be undone. */
const Decisions = ({ model: { decisions, next, first, now, path } }: { model: Decided }) => (
  <>
    {decisions.length === 0 && <p className="empty">No decisions yet.</p>}
    <ol className="decisions">
      {decisions.map(decision => (
        <Line
          key={`${decision.kind}-${decision.id}-${decision.at}-${decision.action}`}
          of={decision}
          now={now}
          path={path}
        />
      ))}
    </ol>
    {(next !== null || first !== null) && (
      <p className="pager">
        {first !== null && <a href={first}>First page</a>}
        {next === null ? <span>End of the log.</span> : <a href={next}>Next page</a>}
      </p>
    )}
  </>
)

const Line = ({ of, now, path }: { of: PastDecision; now: number; path: string }) => (
  <li className="decision">
    <p className="decision-done">
      <strong>{formatDecision(of)}</strong>{' '}
      <time dateTime={new Date(of.at).toISOString()}>{formatAge(of.at, now)}</time>
    </p>
    {of.message !== null && <p className="decision-said">Message to the author: {of.message}</p>}
    {of.paper === null ? (
      <p className="decision-gone">Withdrawn by its author, or their account was deleted.</p>
    ) : (
      <p className="entry-paper">
        <span>
          {of.author !== null && <span dir="auto">{`${of.author} · `}</span>}
          on <a href={of.paper.href}>{of.paper.title}</a>
        </span>
      </p>
    )}
    {of.paragraphs.length > 0 && (
      <details className="folded">
        <summary>Read the text</summary>
        <WrittenText paragraphs={of.paragraphs} />
      </details>
    )}
    {of.undo !== null && (
      <form method="post" action={actionOf(of.kind, of.id)}>
        <ActingFor />
        <input type="hidden" name="version" value={of.undo} />
        <input type="hidden" name="back" value={path} />
        <button type="submit" name="action" value="undo">
          Undo
        </button>
      </form>
    )}
  </li>
)

/** Result of the last action, with Undo. */
const ModerateNotice = ({ notice, path }: { notice: Notice | null; path: string }) => {
  if (notice === null) return null
  if (notice.kind === 'problem')
    return (
      <p className="moderate-notice is-problem" role="alert">
        {notice.sentence}
      </p>
    )
  if (notice.kind === 'bulk')
    return (
      <p className="moderate-notice" role="status">
        {`${notice.done} decided.`}
        {notice.changed > 0 && ` ${notice.changed} skipped: already decided by another moderator, or your own.`}
      </p>
    )
  const { of, id, status, version } = notice
  return (
    <form className="moderate-notice" method="post" action={actionOf(of, id)}>
      <ActingFor />
      <span role="status">{`${formatEntryStatus[status]}.`}</span>
      {status !== 'pending' && (
        <>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="back" value={path} />
          <button type="submit" name="action" value="undo">
            Undo
          </button>
        </>
      )}
    </form>
  )
}

type Props = { model: ModeratePageModel }

/** Pending entries, or the log of decisions. Every button belongs to a form, so that the page works without JavaScript. */
export const ModeratePage = ({ model }: Props) => (
  <Layout>
    <div className="moderate">
      <h1>{model.view === 'waiting' ? 'Moderation queue' : 'Decisions'}</h1>
      <ModeratorTabs here={model.view === 'waiting' ? 'queue' : 'decisions'} />
      <ModerateNotice notice={model.notice} path={model.path} />
      {model.view === 'waiting' ? <Queue model={model} /> : <Decisions model={model} />}
    </div>
  </Layout>
)

const Queue = ({
  model: { tabs, filters, sections, path, now },
}: {
  model: Extract<ModeratePageModel, { view: 'waiting' }>
}) => (
  <div className="queue">
    <QueueAside tabs={tabs} filters={filters} />
    <div className="queue-list">
      {filters.isAny && (
        <p className="queue-filtered">
          Filtered. <a href={filters.without}>Show all</a>
        </p>
      )}
      {/* Empty queues come last: the first entry is near the top of the screen whatever its kind. */}
      {sections
        .toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
        .map(section => (
          <Section key={section.queue} section={section} path={path} now={now} />
        ))}
      <Bulk path={path} isEmpty={sections.every(({ items }) => items.length === 0)} />
    </div>
  </div>
)

const isEmpty = ({ items, first }: WaitingSection): boolean => items.length === 0 && first === null

const Section = ({ section, path, now }: { section: WaitingSection; path: string; now: number }) => {
  const { queue, total, items, next, first } = section
  const { title, empty } = queueNames[queue]
  return (
    <section className="moderate-section" aria-labelledby={`${queue}s`} data-queue={queue}>
      <h2 id={`${queue}s`}>
        {title}
        {total > 0 && (
          <small>
            {' '}
            <span data-count={`${queue}-shown`}>{groupedNumber(total)}</span> pending
          </small>
        )}
      </h2>
      {isEmpty(section) && <p className="empty">{empty}</p>}
      {items.map(entry => (
        <WaitingEntry key={entry.id} entry={entry} path={path} now={now} />
      ))}
      {(next !== null || first !== null) && (
        <p className="pager">
          {first !== null && <a href={first}>First page</a>}
          {next === null ? <span>End of the queue.</span> : <a href={next}>Next page</a>}
        </p>
      )}
    </section>
  )
}

const Bulk = ({ path, isEmpty }: { path: string; isEmpty: boolean }) =>
  isEmpty ? null : (
    <form id="bulk" className="bulk" method="post" action={paths.moderate()} aria-label="Selected entries">
      <ActingFor />
      <input type="hidden" name="back" value={path} />
      <span>Selected entries:</span>
      <button type="submit" name="action" value="approve" formNoValidate>
        Approve
      </button>
      <select name="reason" aria-label="Reason" required defaultValue="">
        <ReasonOptions />
      </select>
      <button type="submit" name="action" value="reject">
        Reject
      </button>
      <button type="submit" name="action" value="spam" formNoValidate>
        Spam
      </button>
    </form>
  )
