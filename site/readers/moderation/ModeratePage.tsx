import { groupedNumber } from '../../kit/amounts/index.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { Decisions } from './Decisions.tsx'
import type { SignalName, WaitingFor } from './filters.ts'
import { ModerateNotice } from './ModerateNotice.tsx'
import type { ModeratePageModel, QueueTab, ShownFilters, WaitingSection } from './model.ts'
import type { ModerationQueue } from './rules.ts'
import { ReasonOptions, WaitingEntry } from './WaitingEntry.tsx'

type Props = { model: ModeratePageModel }

/** What waits for a moderator, and what moderators decided. Every button is one of a form, so that it works without JavaScript. */
export const ModeratePage = ({ model }: Props) => (
  <Layout>
    <div className="moderate">
      <h1>{model.view === 'waiting' ? 'What waits for you' : 'What was decided'}</h1>
      <nav className="tabs" aria-label="Moderation">
        <Tab href={paths.moderate()} isHere={model.view === 'waiting'}>
          Waiting
        </Tab>
        <Tab href={paths.moderated()} isHere={model.view === 'decided'}>
          Decisions
        </Tab>
        <a href={paths.moderateMoney()}>Money</a>
        <a href={paths.moderation}>Public counts</a>
      </nav>
      <ModerateNotice notice={model.notice} path={model.path} />
      {model.view === 'waiting' ? <Queue model={model} /> : <Decisions model={model} />}
    </div>
  </Layout>
)

const Tab = ({ href, isHere, children }: { href: string; isHere: boolean; children: string }) => (
  <a href={href} aria-current={isHere ? 'page' : undefined}>
    {children}
  </a>
)

const Queue = ({ model }: { model: Extract<ModeratePageModel, { view: 'waiting' }> }) => (
  <>
    <QueueTabs tabs={model.tabs} />
    <FilterForm filters={model.filters} />
    <Keys />
    {model.sections.map(section => (
      <Section key={section.queue} section={section} path={model.path} now={model.now} />
    ))}
    <Bulk path={model.path} isEmpty={model.sections.every(({ items }) => items.length === 0)} />
  </>
)

const tabWords: Readonly<Record<ModerationQueue, string>> = {
  comment: 'Notes',
  audit: 'Reports',
  second: 'Second approvals',
  contribution: 'Contributions',
  problem: 'Problems',
}

/** How much waits, by kind: the numbers go down with each decision. */
const QueueTabs = ({ tabs }: { tabs: readonly QueueTab[] }) => (
  <nav className="queue-tabs" aria-label="What waits">
    {tabs.map(({ queue, count, href, isHere }) => (
      <a key={queue ?? 'all'} href={href} aria-current={isHere ? 'true' : undefined}>
        {queue === null ? 'All' : tabWords[queue]} <b data-count={queue ?? 'all'}>{count}</b>
      </a>
    ))}
  </nav>
)

const signalWords: Readonly<Record<SignalName, string>> = {
  links: 'Links',
  first: 'First from this person',
  refused: 'Refused before',
  unconfirmed: 'No confirmed account',
  short: 'Very short',
  capitals: 'In capitals',
  material: 'Nothing to check it with',
}

const ageWords: Readonly<Record<WaitingFor, string>> = {
  day: 'For a day or longer',
  week: 'For a week or longer',
  month: 'For a month or longer',
}

/** What of the queue is shown: by paper, by what speaks against an entry, by how long it has waited. */
const FilterForm = ({ filters }: { filters: ShownFilters }) => {
  const { queue, paper, person, signal, age, isAny, without } = filters
  return (
    <details className="folded queue-filters" open={isAny}>
      <summary>Filter</summary>
      <form action={paths.moderate()}>
        {typeof queue === 'string' && <input type="hidden" name="queue" value={queue} />}
        {typeof person === 'string' && (
          <label className="check">
            <input type="checkbox" name="person" value={person} defaultChecked />
            Of one person
          </label>
        )}
        <label>
          Paper
          <input name="paper" placeholder="10.1038/nature12373" autoComplete="off" defaultValue={String(paper ?? '')} />
        </label>
        <Choice label="Signal" name="signal" words={signalWords} chosen={signal} />
        <Choice label="Waiting" name="age" words={ageWords} chosen={age} />
        <button type="submit">Show</button>
        {isAny && <a href={without}>Show all</a>}
      </form>
    </details>
  )
}

type ChoiceProps = { label: string; name: string; words: Readonly<Record<string, string>>; chosen: unknown }

const Choice = ({ label, name, words, chosen }: ChoiceProps) => (
  <label>
    {label}
    <select name={name} defaultValue={String(chosen ?? '')}>
      <option value="">Any</option>
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

const Keys = () => (
  <details className="moderate-keys needs-script">
    <summary>On the keyboard</summary>
    <p>
      They work while an entry is in focus: <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>S</kbd> spam, <kbd>U</kbd>{' '}
      undo your last decision, <kbd>X</kbd> tick, <kbd>J</kbd> or <kbd>K</kbd> the next or the one before.
    </p>
  </details>
)

const words = {
  comment: { title: 'Community notes', empty: 'No community notes pending moderation.' },
  audit: { title: 'Reproduction reports', empty: 'No audit reports pending moderation.' },
  second: {
    title: 'Reports for a second approval',
    empty: 'No approved report waits for a second approval.',
  },
  problem: { title: 'Problems that readers report', empty: 'No reported problems pending.' },
  contribution: {
    title: 'Words with contributions',
    empty: 'No names or messages of contributors pending moderation.',
  },
} as const

const Section = ({ section, path, now }: { section: WaitingSection; path: string; now: number }) => {
  const { queue, total, items, next, first } = section
  return (
    <section className="moderate-section" aria-labelledby={`${queue}s`} data-queue={queue}>
      <h2 id={`${queue}s`}>
        {words[queue].title}
        {total > 0 && (
          <small>
            {' '}
            <span data-count={`${queue}-shown`}>{groupedNumber(total)}</span> waiting
          </small>
        )}
      </h2>
      {items.length === 0 && first === null ? <p className="empty">{words[queue].empty}</p> : null}
      {items.map(entry => (
        <WaitingEntry key={entry.id} entry={entry} path={path} now={now} />
      ))}
      {(next !== null || first !== null) && (
        <p className="pager">
          {first !== null && <a href={first}>From the beginning</a>}
          {next === null ? <span>That is all.</span> : <a href={next}>The next ones</a>}
        </p>
      )}
    </section>
  )
}

const Bulk = ({ path, isEmpty }: { path: string; isEmpty: boolean }) =>
  isEmpty ? null : (
    <form id="bulk" className="bulk" method="post" action={paths.moderate()} aria-label="All that are ticked">
      <input type="hidden" name="back" value={path} />
      <span>All that are ticked:</span>
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
