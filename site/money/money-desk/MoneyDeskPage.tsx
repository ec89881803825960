import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ModeratorTabs } from '../../readers/moderation/index.tsx'
import { Awards, DeskSection, ReasonField, TopUp } from './AwardForms.tsx'
import type { DuePayout, ListedMoney, MoneyDeskModel } from './database.ts'
import { Waiting } from './Waiting.tsx'

/** Awards that have not been paid yet. */
const Payouts = ({ payouts }: { payouts: readonly DuePayout[] }) => (
  <DeskSection id="payouts" title="Payouts due" count={payouts.length}>
    {payouts.map(payout => (
      <Due key={payout.id} payout={payout} />
    ))}
  </DeskSection>
)

const Due = ({ payout }: { payout: DuePayout }) => {
  const { id, paper, report, name, facts, amount, day, standing, details, problem } = payout
  return (
    <article className="entry" aria-labelledby={`payout-${id}`}>
      <h3 id={`payout-${id}`} className="desk-amount">
        {amount} <small>{standing}</small>
      </h3>
      <p>
        To {name} for <a href={report}>their report</a> on{' '}
        <a href={paper.href} dir="auto">
          {paper.title}
        </a>
      </p>
      <p className="entry-by">
        <span>Awarded on {day}</span>
        {facts !== '' && <span>{facts}</span>}
      </p>
      {details !== null && (
        <p className="desk-details" dir="auto">
          {details}
        </p>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
      <Actions payout={payout} />
    </article>
  )
}

/** Actions of a moderator on a payout: one of the actions is the primary one, which depends on how the reporter is paid. */
const Actions = ({ payout: { id, state, details, isQuestioned, hasLostGround, isOwn } }: { payout: DuePayout }) => {
  if (isOwn) return <p className="desk-barred">This is your own award, so another moderator has to mark it as paid.</p>
  if (isQuestioned || state === 'sending') return null
  const isStopped = state === 'stopped'
  return (
    <div className="desk-actions">
      {isStopped && !hasLostGround && (
        <form method="post" action={paths.moderatePayout(id)}>
          <ActingFor />
          <button type="submit" className="main" name="action" value="again">
            Pay again
          </button>
        </form>
      )}
      {!hasLostGround && (
        <details className="folded" open={details !== null && !isStopped}>
          <summary>Mark as paid…</summary>
          <form className="desk-form" method="post" action={paths.moderatePayout(id)}>
            <ActingFor />
            <label className="desk-short">
              Payment reference
              <input name="reference" required maxLength={200} autoComplete="off" dir="auto" />
            </label>
            <button
              type="submit"
              className={details !== null && !isStopped ? 'main' : undefined}
              name="action"
              value="done"
            >
              Mark as paid
            </button>
          </form>
        </details>
      )}
      <details className="folded" open={hasLostGround}>
        <summary>Withdraw award…</summary>
        <form className="desk-form" method="post" action={paths.moderateMoney()}>
          <ActingFor />
          <input type="hidden" name="payout" value={id} />
          <ReasonField name="why" hint="Emailed to the reporter if another moderator confirms." />
          <button type="submit" className={hasLostGround ? 'main' : undefined} name="act" value="withdrawal">
            Propose withdrawal
          </button>
        </form>
      </details>
    </div>
  )
}

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
