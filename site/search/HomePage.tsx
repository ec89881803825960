import { Layout } from '../browser/index.tsx'
import type { HomePageModel } from './models.ts'

/** Where a reader finds a paper: by words, or by its DOI. */
export const HomePage = (_: { model: HomePageModel }) => (
  <Layout search={false}>
    <h1>Does it hold?</h1>
    <form action="/search">
      <input name="q" aria-label="Search papers" />
      <button type="submit">Find paper</button>
    </form>
  </Layout>
)
