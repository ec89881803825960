import { Island, Layout } from '../../kit/browser/index.tsx'
import { paperPath } from '../../kit/doi/index.ts'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import { Found, SearchBox, searchMessages } from '../search-box/index.tsx'
import type { ResultsPageModel } from './models.ts'

type Props = { model: ResultsPageModel }

/** Results page of a plain form submit. */
export const ResultsPage = ({ model }: Props) => (
  <Layout search={false}>
    <div className="results">
      <h1>
        {model.query === '' ? (
          'Search papers'
        ) : (
          <>
            Papers for “<bdi>{model.query}</bdi>”
          </>
        )}
      </h1>
      <search>
        <form className="field" action="/search">
          <Island
            name="search"
            of={SearchBox}
            props={{
              label: 'Search papers or paste a DOI',
              placeholder: 'Title, author or year',
              initial: model.query,
              keeper: 'history',
            }}
          />
          <button type="submit" className="main">
            Find paper
          </button>
        </form>
      </search>
      <Outcome model={model} />
    </div>
  </Layout>
)

const Outcome = ({ model: { query, results, note, error } }: Props) => {
  if (results.length > 0)
    return (
      <>
        <ShapeDefinitions />
        <ol className="found-list">
          {results.map(work => (
            <li key={work.doi}>
              <a href={paperPath(work.doi)}>
                <Found work={work} />
              </a>
            </li>
          ))}
        </ol>
        {results.some(({ status }) => status === null) && (
          <p className="found-unmarked">
            Papers without a mark have no retraction, correction or replication that we know of. Most papers are never
            replicated.
          </p>
        )}
      </>
    )
  if (error !== null)
    return (
      <>
        <p className="answer">{error}</p>
        <p>Try again in a moment. If you have the paper’s DOI, paste it above to open its page directly.</p>
      </>
    )
  if (note !== null) return <p className="answer">{note}</p>
  if (query === '') return <p className="answer">Enter a title, an author, a year or a DOI.</p>
  return (
    <>
      <p className="answer">{searchMessages.none}</p>
      <p>If you have the paper’s DOI, paste it above. Every DOI has a page here.</p>
    </>
  )
}
