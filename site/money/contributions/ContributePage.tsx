import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ContributionForm } from './ContributionForm.tsx'
import { type ContributePageModel, noticeError } from './model.ts'

/** Contribution form of a paper's bounty on its own page: linkable, and redisplays submitted input. */
export const ContributePage = ({ model: { paper, form, about } }: { model: ContributePageModel }) => (
  <Layout>
    <div className="contribute-page">
      <p className="eyebrow">
        <a href={paper.href}>Back to the paper</a>
      </p>
      <h1 dir="auto">
        {form === null ? `${paper.title} has no bounty` : `Contribute to the bounty of ${paper.title}`}
      </h1>
      {form === null ? <ForNotice about={about} /> : <ContributionForm form={form} isOpen acting={<ActingFor />} />}
    </div>
  </Layout>
)

/** Links to contribute to the papers that an editorial notice is about. */
const ForNotice = ({ about }: Pick<ContributePageModel, 'about'>) => (
  <>
    <p className="lead">{noticeError}</p>
    <ul className="contribute-instead">
      {about.map(({ title, href }) => (
        <li key={href}>
          <a href={href} dir="auto">
            {title}
          </a>
        </li>
      ))}
      <li>
        <a href={paths.pool}>The pool, for the papers that need it most</a>
      </li>
    </ul>
  </>
)
