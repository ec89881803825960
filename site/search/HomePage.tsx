import { Island, Layout, Share } from '../browser/index.tsx'
import type { HomePageModel } from './models.ts'
import { PaperFinder } from './PaperFinder.tsx'

/** Where a reader finds a paper: by words, or by its DOI. */
export const HomePage = (_: { model: HomePageModel }) => (
  <Layout search={false}>
    <div className="home">
      <h1>Does it hold?</h1>
      <p className="lead">
        Every scientific paper has a page here, at its DOI. See what was corrected, retracted or repeated since, and say
        whether you find it reliable.
      </p>
      <Island name="finder" of={PaperFinder} props={{}} />
      <Island name="share" of={Share} props={{}} />
    </div>
  </Layout>
)
