import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { Decisions } from './Decisions.tsx'
import { ModerateNotice } from './ModerateNotice.tsx'
import type { ModeratePageModel, WaitingSection } from './model.ts'
import { WaitingEntry } from './WaitingEntry.tsx'

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
    <Keys />
    {model.sections.map(section => (
      <Section key={section.kind} section={section} path={model.path} now={model.now} />
    ))}
    <Bulk path={model.path} isEmpty={model.sections.every(({ items }) => items.length === 0)} />
  </>
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
  contribution: {
    title: 'Words with contributions',
    empty: 'No names or messages of contributors pending moderation.',
  },
} as const

const Section = ({ section, path, now }: { section: WaitingSection; path: string; now: number }) => {
  const { kind, total, items, next, first } = section
  return (
    <section className="moderate-section" aria-labelledby={`${kind}s`} data-kind={kind}>
      <h2 id={`${kind}s`}>
        {words[kind].title}
        {total > 0 && <small>{` ${total.toLocaleString('en-US')} waiting`}</small>}
      </h2>
      {items.length === 0 && first === null ? <p className="empty">{words[kind].empty}</p> : null}
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
      <button type="submit" name="action" value="approve">
        Approve
      </button>
      <button type="submit" name="action" value="reject">
        Reject
      </button>
      <button type="submit" name="action" value="spam">
        Spam
      </button>
    </form>
  )
