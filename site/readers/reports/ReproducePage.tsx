import { Island, Layout } from '../../kit/browser/index.tsx'
import type { ReproducePageModel } from './model.ts'
import { PaperLine } from './PaperLine.tsx'
import { Wizard } from './Wizard.tsx'

export const ReproducePage = ({ model: { paper, wizard } }: { model: ReproducePageModel }) => (
  <Layout>
    <div className="narrow">
      <h1 className="visually-hidden">Report a reproduction</h1>
      <PaperLine paper={paper} />
      <Island name="wizard" of={Wizard} props={wizard} />
    </div>
  </Layout>
)
