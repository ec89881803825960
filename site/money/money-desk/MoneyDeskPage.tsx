import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { AwardForms } from './AwardForms.tsx'
import type { ListedMoney, MoneyDeskModel } from './model.ts'
import { Payouts } from './Payouts.tsx'
import { Waiting } from './Waiting.tsx'

/** What moderators decide about money. Every button is one of a form, so that it works without JavaScript. */
export const MoneyDeskPage = ({ model }: { model: MoneyDeskModel }) => {
  const { waiting, awardable, payouts, returns, disputes, pool, topUp, notice, isSandbox } = model
  return (
    <Layout>
      <div className="moderate money-desk">
        <h1>Money</h1>
        <nav className="tabs" aria-label="Moderation">
          <a href={paths.moderate()}>Waiting</a>
          <a href={paths.moderated()}>Decisions</a>
          <a href={paths.moderateMoney()} aria-current="page">
            Money
          </a>
        </nav>
        {notice !== null && (
          <p
            className={notice.kind === 'problem' ? 'moderate-notice is-problem' : 'moderate-notice'}
            role={notice.kind === 'problem' ? 'alert' : 'status'}
          >
            {notice.sentence}
          </p>
        )}
        {isSandbox && <p className="desk-sandbox">This is a sandbox: no money moves.</p>}
        <Waiting proposals={waiting} />
        <AwardForms awardable={awardable} pool={pool} topUp={topUp} />
        <Payouts payouts={payouts} />
        <List title="Disputes" items={disputes} empty="No bank has taken anything back." />
        <List title="Refunds" items={returns} empty="Nothing has gone back, or is on its way." />
        <Reconciled found={model.reconciled} />
        <Log log={model.log} />
      </div>
    </Layout>
  )
}

const List = ({ title, items, empty }: { title: string; items: readonly ListedMoney[]; empty: string }) => (
  <section className="moderate-section" aria-label={title}>
    <h2>{title}</h2>
    {items.length === 0 ? (
      <p className="empty">{empty}</p>
    ) : (
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
    )}
  </section>
)

const Reconciled = ({ found }: { found: MoneyDeskModel['reconciled'] }) => (
  <section className="moderate-section" aria-labelledby="reconciled">
    <h2 id="reconciled">The books and Stripe</h2>
    {found === null ? (
      <p className="empty">They have not been compared yet. It is done every night.</p>
    ) : (
      <>
        <p>
          {found.problem !== null
            ? `On ${found.day} Stripe could not be asked: ${found.problem}`
            : found.differences.length === 0
              ? `They said the same on ${found.day}.`
              : `They differed on ${found.day}:`}
        </p>
        <ul className="desk-list">
          {found.differences.map(({ payment, sentence }) => (
            <li key={`${payment} ${sentence}`}>
              <code>{payment}</code> {sentence}
            </li>
          ))}
        </ul>
      </>
    )}
    <form method="post" action={paths.moderateMoney()}>
      <button type="submit" name="act" value="reconcile">
        Compare now
      </button>
    </form>
  </section>
)

const Log = ({ log }: { log: MoneyDeskModel['log'] }) => (
  <section className="moderate-section" aria-labelledby="money-log">
    <h2 id="money-log">What was done</h2>
    {log.length === 0 ? (
      <p className="empty">Nothing yet. Every act is listed here for good, with who did it and why.</p>
    ) : (
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
    )}
  </section>
)
