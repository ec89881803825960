import { Layout } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import type { ReportsPageModel } from './model.ts'
import { PaperLine } from './PaperLine.tsx'
import { ReportLines } from './ReportLines.tsx'

/** Every approved report on a paper. */
export const ReportsPage = ({ model: { paper, reports } }: { model: ReportsPageModel }) => (
  <Layout>
    <ShapeDefinitions />
    <div className="narrow">
      <PaperLine paper={paper} />
      <h1>Reproduction reports</h1>
      {reports.length === 0 ? (
        <p className="lead">No reproduction reports for this paper yet.</p>
      ) : (
        <ReportLines reports={reports} />
      )}
      <p>
        <a className="button" href={paths.reproduce(storedDoi(paper.doi))}>
          Report a reproduction
        </a>
      </p>
    </div>
  </Layout>
)
