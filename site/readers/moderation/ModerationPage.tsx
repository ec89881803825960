import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { SideLayout } from '../../kit/browser/index.tsx'
import type { KindCounts, ModerationPageModel, MonthCounts } from './counts.ts'

/** Moderation decisions in numbers, by month. */
export const ModerationPage = ({ model: { months } }: { model: ModerationPageModel }) => (
  <SideLayout
    className="moderation"
    heading="Moderation"
    lead="Moderators review every community note and reproduction report before it is published. They check that it is about the paper and can be verified, not whether they agree. Writers get the decision by email, with the moderator’s reason; an email about a rejection without one says so and repeats this rule. They can revise a rejected submission."
    side={
      months.length > 0 && (
        <nav aria-label="Months">
          <ul className="side-list">
            {months.map(({ month, kinds }) => (
              <li key={month}>
                <a href={`#${idOf(month)}`}>
                  {month} <small>{groupedNumber(decided(kinds))}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )
    }
  >
    {months.length === 0 && <p className="empty">No decisions yet. Monthly numbers appear here.</p>}
    {months.map(month => (
      <Month key={month.month} month={month} />
    ))}
    {months.length > 0 && (
      <p className="side-more">A submission is counted once a month, by the last decision on it in that month.</p>
    )}
  </SideLayout>
)

const idOf = (month: string): string => month.toLowerCase().replace(/\W+/g, '-')

const decided = (kinds: readonly KindCounts[]): number =>
  kinds.reduce((sum, { approved, rejected, spam }) => sum + approved + rejected + spam, 0)

const Month = ({ month: { month, kinds } }: { month: MonthCounts }) => (
  <section className="list-part" aria-labelledby={idOf(month)}>
    <h2 id={idOf(month)}>{month}</h2>
    {kinds.map(counts => (
      <Counts key={counts.kind} counts={counts} />
    ))}
  </section>
)

const titles = {
  comment: 'Community notes',
  audit: 'Reproduction reports',
  contribution: 'Messages from contributors',
  problem: 'Reported problems',
} as const

const Counts = ({ counts: { kind, approved, rejected, spam, undone, reasons } }: { counts: KindCounts }) => (
  <div className="moderation-counts">
    <h3>{titles[kind]}</h3>
    <ul className="moderation-sums">
      <Sum count={approved} words="approved" />
      <Sum count={rejected} words="rejected" />
      <Sum count={spam} words="spam" />
      {undone > 0 && <Sum count={undone} words="reopened" />}
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
