import { ActingFor, Island, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ContributionForm } from './ContributionForm.tsx'
import type { PoolPageModel } from './model.ts'
import { PoolFund } from './PoolFund.tsx'

/** Money for whatever reproduction needs it most. */
export const PoolPage = ({ model: { form, ...fund } }: { model: PoolPageModel }) => (
  <Layout>
    <div className="fund-page">
      <div>
        <h1>The pool</h1>
        <p className="lead">
          Some papers are worth repeating, and nobody in particular pays for it. What is given here tops up their
          bounties, when two moderators agree on which.
        </p>
        <Island name="fund" of={PoolFund} props={fund} />
        <p>
          See <a href={paths.wanted()}>replications wanted</a>.
        </p>
      </div>
      {form === null ? (
        <p className="empty">Nobody can contribute here yet: the people who run this site have not set up payments.</p>
      ) : (
        <section className="card" aria-labelledby="contribute-label">
          <h2 id="contribute-label">Contribute to the pool</h2>
          <ContributionForm form={form} acting={<ActingFor />} />
        </section>
      )}
    </div>
  </Layout>
)
