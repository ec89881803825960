import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ModeratorTabs } from '../../readers/moderation/index.tsx'
import { Awards, TopUp } from './AwardForms.tsx'
import { DeskSection } from './DeskSection.tsx'
import type { ListedMoney, MoneyDeskModel } from './model.ts'
import { Payouts } from './Payouts.tsx'
import { Waiting } from './Waiting.tsx'

/** Money desk of moderators. Every button belongs to a form, so that the page works without JavaScript. */
export const MoneyDeskPage = ({ model }: { model: MoneyDeskModel }) => {
  const { waiting, awardable, payouts, returns, disputes, pool, topUp, notice, isSandbox } = model
  return (
    <Layout>
      <div className="moderate money-desk">
        <h1>Money</h1>
        <ModeratorTabs here="money" />
        {notice !== null && (
          <p
            className={notice.kind === 'problem' ? 'moderate-notice is-problem' : 'moderate-notice'}
            role={notice.kind === 'problem' ? 'alert' : 'status'}
          >
            {notice.sentence}
          </p>
        )}
        {isSandbox && <p className="desk-sandbox">Sandbox mode: no real money moves.</p>}
        <Waiting proposals={waiting} />
        <Awards awardable={awardable} />
        <Payouts payouts={payouts} />
        <TopUp pool={pool} topUp={topUp} />
        <List id="disputes" title="Disputes" items={disputes} />
        <List id="refunds" title="Refunds" items={returns} />
        <Reconciled found={model.reconciled} />
        <Log log={model.log} />
      </div>
    </Layout>
  )
}

const List = ({ id, title, items }: { id: string; title: string; items: readonly ListedMoney[] }) => (
  <DeskSection id={id} title={title} count={items.length}>
    <ul className="desk-list">
      {items.map(({ words, fund, href, day, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <li key={index}>
          <b>{words}</b> <a href={href}>{fund}</a>
          <span className="soft">
            {day}
            {note !== null && ` · ${note}`}
          </span>
        </li>
      ))}
    </ul>
  </DeskSection>
)

const Reconciled = ({ found }: { found: MoneyDeskModel['reconciled'] }) => {
  const differences = found?.differences ?? []
  return (
    <section className={`moderate-section${differences.length === 0 ? ' is-empty' : ''}`} aria-labelledby="reconciled">
      <h2 id="reconciled">Stripe reconciliation</h2>
      <p className="empty">{resultOf(found)}</p>
      {differences.length > 0 && (
        <ul className="desk-list">
          {differences.map(({ payment, sentence }) => (
            <li key={`${payment} ${sentence}`}>
              <code>{payment}</code> {sentence}
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={paths.moderateMoney()}>
        <ActingFor />
        <button type="submit" className="quiet" name="act" value="reconcile">
          Reconcile now
        </button>
      </form>
    </section>
  )
}

const resultOf = (found: MoneyDeskModel['reconciled']): string => {
  if (found === null) return 'Not reconciled yet. Reconciliation runs every night.'
  if (found.problem !== null) return `Failed on ${found.day}: ${found.problem}`
  return found.differences.length === 0 ? `No differences on ${found.day}` : `Differences found on ${found.day}:`
}

const Log = ({ log }: { log: MoneyDeskModel['log'] }) => (
  <DeskSection
    id="money-log"
    title="Activity"
    count={log.length}
    empty="Every action will be listed here, with who took it and why."
  >
    <ol className="desk-list">
      {log.map(({ act, words, by, why, day, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <li key={index}>
          <b>{act}</b> {href === null ? words : <a href={href}>{words}</a>}
          <span className="soft">
            {`${by} · ${day}`}
            {why !== null && <q dir="auto">{why}</q>}
          </span>
        </li>
      ))}
    </ol>
  </DeskSection>
)
