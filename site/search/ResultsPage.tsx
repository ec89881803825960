import { Layout } from '../browser/index.tsx'
import type { ResultsPageModel } from './models.ts'

/** What a plain form submit finds. */
export const ResultsPage = ({ model }: { model: ResultsPageModel }) => (
  <Layout>
    <h1>Results for “{model.query}”</h1>
    <ol>
      {model.results.map(result => (
        <li key={result.doi}>
          <a href={result.href}>{result.title}</a>
        </li>
      ))}
    </ol>
  </Layout>
)
