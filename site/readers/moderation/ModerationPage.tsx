import { groupedNumber } from '../../kit/amounts/index.ts'
import { Layout } from '../../kit/browser/index.tsx'
import type { KindCounts } from './counts.ts'
import type { ModerationPageModel } from './moderation-model.ts'

/** What moderators decided, in numbers. */
export const ModerationPage = ({ model: { months } }: { model: ModerationPageModel }) => (
  <Layout>
    <div className="moderation">
      <h1>How notes and reports are moderated</h1>
      <p className="lead">
        A moderator reads every note and every report before anybody else sees it. They look whether it is about the
        paper and can be checked, not whether they agree. The writer is told why something was refused, and may write it
        better. Each is counted once a month, by what was decided last.
      </p>
      {months.length === 0 && (
        <p className="empty">Nothing has been decided yet. The numbers of each month will be listed here.</p>
      )}
      {months.map(({ month, kinds }) => (
        <section key={month} aria-label={month}>
          <h2>{month}</h2>
          {kinds.map(counts => (
            <Counts key={counts.kind} counts={counts} />
          ))}
        </section>
      ))}
    </div>
  </Layout>
)

const titles = {
  comment: 'Community notes',
  audit: 'Reproduction reports',
  contribution: 'Words with contributions',
  problem: 'Problems that readers report',
} as const

const Counts = ({ counts: { kind, approved, rejected, spam, undone, reasons } }: { counts: KindCounts }) => (
  <div className="moderation-counts">
    <h3>{titles[kind]}</h3>
    <ul className="moderation-sums">
      <Sum count={approved} words="approved" />
      <Sum count={rejected} words="refused" />
      <Sum count={spam} words="spam" />
      {undone > 0 && <Sum count={undone} words="looked at again" />}
    </ul>
    {reasons.length > 0 && (
      <ul className="moderation-reasons">
        {reasons.map(({ words, count }) => (
          <li key={words}>
            <b>{groupedNumber(count)}</b> {words}
          </li>
        ))}
      </ul>
    )}
  </div>
)

const Sum = ({ count, words }: { count: number; words: string }) => (
  <li>
    <b>{groupedNumber(count)}</b> {words}
  </li>
)
