import { paths } from '../../kit/doi/index.ts'
import type { QueueTab, ShownFilters } from './counts.ts'
import type { SignalName, WaitingFor } from './queue.ts'
import type { ModerationQueue } from './rules.ts'

type QueueName = { tab: string; title: string; empty: string }

/** UI copy of each queue: its tab, its heading, and the text of the empty queue (SPEC §2 has those of notes and reports). */
export const queueNames: Readonly<Record<ModerationQueue, QueueName>> = {
  comment: { tab: 'Notes', title: 'Community notes', empty: 'No community notes pending moderation.' },
  audit: { tab: 'Reports', title: 'Reproduction reports', empty: 'No audit reports pending moderation.' },
  second: {
    tab: 'Second approvals',
    title: 'Reports awaiting a second approval',
    empty: 'No reports awaiting a second approval.',
  },
  contribution: {
    tab: 'Contributors',
    title: 'Contributor names and messages',
    empty: 'No contributor names or messages pending moderation.',
  },
  problem: { tab: 'Problems', title: 'Reported problems', empty: 'No reported problems pending moderation.' },
}

/** Side column of the queue: the number of pending entries by kind, filters, and keyboard shortcuts. */
export const QueueAside = ({ tabs, filters }: { tabs: readonly QueueTab[]; filters: ShownFilters }) => (
  <div className="queue-aside">
    <nav className="queue-tabs" aria-label="Pending">
      {tabs.map(({ queue, count, href, isHere }) => (
        <a key={queue ?? 'all'} href={href} aria-current={isHere ? 'true' : undefined}>
          {queue === null ? 'All' : queueNames[queue].tab} <b data-count={queue ?? 'all'}>{count}</b>
        </a>
      ))}
    </nav>
    <FilterForm filters={filters} />
    <Keys />
  </div>
)

const signalNames: Readonly<Record<SignalName, string>> = {
  links: 'Links',
  first: 'First from this author',
  refused: 'Rejected before',
  unconfirmed: 'No confirmed account',
  short: 'Very short',
  capitals: 'Mostly capitals',
  material: 'No public material',
}

const ages: Readonly<Record<WaitingFor, string>> = {
  day: 'At least a day',
  week: 'At least a week',
  month: 'At least a month',
}

/** Filters by paper, author, signal and age. */
const FilterForm = ({ filters }: { filters: ShownFilters }) => {
  const { queue, paper, person, signal, age } = filters
  return (
    <details className="folded queue-filters">
      <summary>Filter</summary>
      <form action={paths.moderate()}>
        {typeof queue === 'string' && <input type="hidden" name="queue" value={queue} />}
        {typeof person === 'string' && (
          <label className="check">
            <input type="checkbox" name="person" value={person} defaultChecked />
            One author only
          </label>
        )}
        <label>
          Paper
          <input name="paper" placeholder="10.1038/nature12373" autoComplete="off" defaultValue={String(paper ?? '')} />
        </label>
        <Choice label="Signal" name="signal" options={signalNames} chosen={signal} />
        <Choice label="Pending for" name="age" options={ages} chosen={age} />
        <button type="submit">Apply</button>
      </form>
    </details>
  )
}

type ChoiceProps = { label: string; name: string; options: Readonly<Record<string, string>>; chosen: unknown }

const Choice = ({ label, name, options, chosen }: ChoiceProps) => (
  <label>
    {label}
    <select name={name} defaultValue={String(chosen ?? '')}>
      <option value="">Any</option>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

const shortcuts = [
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['S', 'Spam'],
  ['U', 'Undo your last decision'],
  ['X', 'Select'],
  ['J', 'Next entry'],
  ['K', 'Previous entry'],
] as const

const Keys = () => (
  <details className="folded moderate-keys needs-script">
    <summary>Keyboard shortcuts</summary>
    <dl>
      {shortcuts.map(([key, action]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
    <p>They apply to the entry in focus.</p>
  </details>
)
