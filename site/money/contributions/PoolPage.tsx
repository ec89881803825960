import { ActingFor, Island, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ContributionForm } from './ContributionForm.tsx'
import type { PoolPageModel } from './model.ts'
import { PoolFund } from './PoolFund.tsx'

/** Page of the pool, for the reproductions that need money most. */
export const PoolPage = ({ model: { form, ...fund } }: { model: PoolPageModel }) => (
  <Layout>
    <div className="fund-page">
      <div>
        <h1>The pool</h1>
        <p className="lead">The pool tops up bounties for papers worth reproducing. Two moderators decide which.</p>
        <Island name="fund" of={PoolFund} props={fund} />
        <p>
          See <a href={paths.wanted()}>replications wanted</a>.
        </p>
      </div>
      {form === null ? (
        <p className="empty">Contributions are not available yet: the site’s operators have not set up payments.</p>
      ) : (
        <section className="card" aria-labelledby="contribute-label">
          <h2 id="contribute-label">Contribute to the pool</h2>
          <ContributionForm form={form} acting={<ActingFor />} />
        </section>
      )}
    </div>
  </Layout>
)
