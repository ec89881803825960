import { ContributionForm } from './ContributionForm.tsx'
import { Contributors } from './Contributors.tsx'
import { countInWords, FundNumber } from './FundNumber.tsx'
import type { BountySectionProps } from './model.ts'
import { usePayment } from './use-payment.ts'

/** On a paper's page: what is offered for its reproduction, and the way to add to it (SPEC §2, "bounty amount display"). */
export const BountySection = ({ doi, total, count, shown, form, books }: BountySectionProps) => {
  const payment = usePayment(doi, total)
  const isEmpty = payment.total.length === 0
  if (isEmpty && form === null) return null
  return (
    <section className="card bounty" id="bounty" aria-labelledby="bounty-label">
      <h2 id="bounty-label">Bounty</h2>
      <FundNumber payment={payment} />
      <p className="fund-about">
        {count === 0 && isEmpty
          ? 'Nobody has offered anything for a reproduction of this paper yet.'
          : `for a reproduction of this paper, from ${countInWords(Math.max(count, 1))}. `}
        {!isEmpty && <a href={books}>The books</a>}
      </p>
      <Contributors shown={shown} />
      {form !== null && (
        <details className="contribute-here">
          <summary className="button">Add to the bounty</summary>
          <ContributionForm form={form} />
        </details>
      )}
    </section>
  )
}
