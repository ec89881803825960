import type { ReactNode } from 'react'
import { ActingFor } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { Awardable, MoneyDeskModel } from './database.ts'

/** Section of the desk; without content it is one line. */
export const DeskSection = ({
  id,
  title,
  count,
  empty = 'None',
  children,
}: {
  id: string
  title: string
  count: number
  empty?: string
  children: ReactNode
}) => (
  <section className={`moderate-section${count === 0 ? ' is-empty' : ''}`} aria-labelledby={id}>
    <h2 id={id}>
      {title}
      {count > 0 && <small>{` ${count}`}</small>}
    </h2>
    {count === 0 ? <p className="empty">{empty}</p> : children}
  </section>
)

/** Text field for a reason, which the log keeps. */
export const ReasonField = ({ name, hint, value }: { name: string; hint?: string; value?: string }) => (
  <label>
    <span>Reason{hint !== undefined && <small>{` ${hint}`}</small>}</span>
    <input name={name} required maxLength={500} autoComplete="off" dir="auto" defaultValue={value} />
  </label>
)

/** Text field for an amount, in whole units of its currency. */
const AmountField = ({ id, name, currency, value }: { id: string; name: string; currency: string; value?: string }) => (
  <span className="desk-money">
    <input id={id} name={name} inputMode="decimal" maxLength={20} autoComplete="off" defaultValue={value} />
    {currency}
  </span>
)

/** Bounties with approved reports, for which a moderator can propose an award. */
export const Awards = ({ awardable }: Pick<MoneyDeskModel, 'awardable'>) => (
  <DeskSection id="awardable" title="Ready to award" count={awardable.length} empty="No bounties with approved reports">
    {awardable.map(bounty => (
      <Award key={bounty.doi} bounty={bounty} />
    ))}
  </DeskSection>
)

const Award = ({ bounty: { doi, paper, available, currencies, held, barred, reports } }: { bounty: Awardable }) => (
  <article className="entry" aria-label={paper.title}>
    <h3 className="desk-amount">
      {available} <small>{held ?? 'available'}</small>
    </h3>
    <p>
      <a href={paper.href} dir="auto">
        {paper.title}
      </a>
    </p>
    {barred !== null ? (
      <p className="desk-barred">{barred}</p>
    ) : (
      <form className="desk-form" method="post" action={paths.moderateMoney()}>
        <ActingFor />
        <input type="hidden" name="act" value="award" />
        <input type="hidden" name="doi" value={doi} />
        {currencies.length === 1 ? (
          <input type="hidden" name="currency" value={currencies[0]?.code} />
        ) : (
          <label className="desk-short">
            Currency
            <select name="currency">
              {currencies.map(({ code, most }) => (
                <option key={code} value={code}>{`${code.toUpperCase()}, up to ${most}`}</option>
              ))}
            </select>
          </label>
        )}
        {reports.map(({ id, name, headline, href, facts, isLetIn }) => (
          <div key={id} className="desk-report">
            <p>
              <label htmlFor={`part-${id}`}>
                To {name} <small>{headline}</small>
              </label>{' '}
              <a href={href}>Read the report</a>
              {facts !== '' && <small className="desk-facts">{facts}</small>}
            </p>
            {isLetIn ? (
              <span className="desk-barred">
                You approved this report, so two other moderators decide on its award.
              </span>
            ) : (
              <AmountField
                id={`part-${id}`}
                name={`part:${id}`}
                currency={currencies.length === 1 ? (currencies[0]?.code.toUpperCase() ?? '') : ''}
              />
            )}
          </div>
        ))}
        <ReasonField name="why" />
        <button type="submit" className="main">
          Propose award
        </button>
      </form>
    )}
  </article>
)

/** Form to propose a top-up of a bounty from the pool. */
export const TopUp = ({ pool, topUp }: Pick<MoneyDeskModel, 'pool' | 'topUp'>) => (
  <section className="moderate-section is-empty" aria-labelledby="top-up">
    <h2 id="top-up">Pool</h2>
    <p className="empty">{`${pool.available} available`}</p>
    <details className="folded" open={topUp.doi !== '' || topUp.amount !== '' || topUp.why !== ''}>
      <summary>Top up a bounty…</summary>
      <form className="desk-form" method="post" action={paths.moderateMoney()}>
        <ActingFor />
        <input type="hidden" name="act" value="top-up" />
        <label>
          DOI
          <input name="doi" required maxLength={2000} autoComplete="off" defaultValue={topUp.doi} />
        </label>
        <label className="desk-short" htmlFor="top-up-amount">
          Amount
          <AmountField id="top-up-amount" name="amount" currency={pool.currency} value={topUp.amount} />
        </label>
        <ReasonField name="why" value={topUp.why} />
        <button type="submit" className="main">
          Propose top-up
        </button>
      </form>
    </details>
  </section>
)
