import { Layout } from '../browser/index.tsx'
import type { PaperPageModel } from './model.ts'

/** The page of one paper: what it is, whether it holds, and what the reader has to say. */
export const PaperPage = ({ model }: { model: PaperPageModel }) => (
  <Layout>
    <h1>{model.title ?? model.doi}</h1>
    <p>
      <a href={model.doiUrl}>{model.doiUrl}</a>
    </p>
    <p>{model.known.summary}</p>
  </Layout>
)
