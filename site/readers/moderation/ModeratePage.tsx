import { groupedNumber } from '../../kit/amounts/index.ts'
import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { Decisions } from './Decisions.tsx'
import { ModerateNotice } from './ModerateNotice.tsx'
import { ModeratorTabs } from './ModeratorTabs.tsx'
import type { ModeratePageModel, WaitingSection } from './model.ts'
import { QueueAside } from './QueueAside.tsx'
import { queueNames } from './queue-names.ts'
import { ReasonOptions, WaitingEntry } from './WaitingEntry.tsx'

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
