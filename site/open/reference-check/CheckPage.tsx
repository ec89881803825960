import { Island, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import { CheckForm } from './CheckForm.tsx'
import { CheckResult } from './CheckResult.tsx'
import type { CheckPageModel } from './model.ts'
import { Raised } from './Raised.tsx'

/** Reference check page. Without script its form returns the result page. */
export const CheckPage = ({ model: { text, problem, result } }: { model: CheckPageModel }) => (
  <Layout>
    <ShapeDefinitions />
    <div className="check">
      <h1>Check your references</h1>
      <p className="lead">
        Paste a bibliography, or choose a file. You’ll see which references were retracted, corrected or failed to
        replicate. Nothing is kept.
      </p>
      {result === null ? (
        <Island name="check-form" of={CheckForm} props={{ action: paths.check, text, problem }} />
      ) : (
        <CheckResult
          action={paths.check}
          text={text}
          result={result}
          raised={<Island name="check-raised" of={Raised} props={{ rows: result.raised }} />}
        />
      )}
    </div>
  </Layout>
)
