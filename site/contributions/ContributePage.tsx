import { Layout } from '../browser/index.tsx'
import { ContributionForm } from './ContributionForm.tsx'
import type { ContributePageModel } from './model.ts'

/** The form for a paper's bounty on a page of its own: to be linked to, and where what was typed is shown again. */
export const ContributePage = ({ model: { paper, form } }: { model: ContributePageModel }) => (
  <Layout>
    <div className="contribute-page">
      <p className="eyebrow">
        <a href={paper.href}>Back to the paper</a>
      </p>
      <h1 dir="auto">Contribute to the bounty of {paper.title}</h1>
      <ContributionForm form={form} isOpen />
    </div>
  </Layout>
)
