import { paths } from '../../kit/doi/index.ts'
import type { Awardable, MoneyDeskModel } from './model.ts'

type Props = Pick<MoneyDeskModel, 'awardable' | 'pool' | 'topUp'>

/** Where a moderator proposes what is to become of money. */
export const AwardForms = ({ awardable, pool, topUp }: Props) => (
  <>
    <section className="moderate-section" aria-labelledby="awardable">
      <h2 id="awardable">Bounties with approved reports</h2>
      {awardable.length === 0 ? (
        <p className="empty">There are none. A bounty is listed here when a report on its paper has been approved.</p>
      ) : (
        awardable.map(bounty => <Award key={bounty.doi} bounty={bounty} />)
      )}
    </section>
    <section className="moderate-section" aria-labelledby="top-up">
      <h2 id="top-up">
        Top up a bounty <small>{`${pool.available} in the pool`}</small>
      </h2>
      <form className="desk-form" method="post" action={paths.moderateMoney()}>
        <input type="hidden" name="act" value="top-up" />
        <label>
          DOI of the paper
          <input name="doi" required maxLength={2000} autoComplete="off" defaultValue={topUp.doi} />
        </label>
        <label>
          <span>
            How much <small>{pool.currency}</small>
          </span>
          <input
            name="amount"
            required
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            defaultValue={topUp.amount}
          />
        </label>
        <label>
          Why
          <input name="why" required maxLength={500} autoComplete="off" dir="auto" defaultValue={topUp.why} />
        </label>
        <button type="submit">Propose the top-up</button>
      </form>
    </section>
  </>
)

const Award = ({ bounty: { doi, paper, available, currencies, held, barred, reports } }: { bounty: Awardable }) => (
  <article className="entry" aria-label={paper.title}>
    <p className="entry-paper">
      <a href={paper.href} dir="auto">
        {paper.title}
      </a>
    </p>
    <h3 className="desk-amount">
      {available} <small>{held ?? 'can be awarded'}</small>
    </h3>
    {barred !== null ? (
      <p className="desk-barred">{barred}</p>
    ) : (
      <form className="desk-form" method="post" action={paths.moderateMoney()}>
        <input type="hidden" name="act" value="award" />
        <input type="hidden" name="doi" value={doi} />
        {currencies.length === 1 ? (
          <input type="hidden" name="currency" value={currencies[0]?.code} />
        ) : (
          <label>
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
            <label htmlFor={`part-${id}`}>
              To {name} <small>{headline}</small>
              {facts !== '' && <small className="desk-facts">{facts}</small>}
            </label>
            {isLetIn ? (
              <span className="desk-barred">You approved it: two others decide about its award.</span>
            ) : (
              <input id={`part-${id}`} name={`part:${id}`} inputMode="decimal" maxLength={20} autoComplete="off" />
            )}
            <a href={href}>Read it</a>
          </div>
        ))}
        <label>
          Why
          <input name="why" required maxLength={500} autoComplete="off" dir="auto" />
        </label>
        <button type="submit">Propose the award</button>
      </form>
    )}
  </article>
)
