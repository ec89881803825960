import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { FactList, ShapeDefinitions } from '../known/index.tsx'
import { AuthorName } from './AuthorName.tsx'
import { headings, type WholeListModel } from './model.ts'

/** All authors of a paper, or all that is known about it, where that is more than its page can hold. */
export const WholeListPage = ({ model }: { model: WholeListModel }) => {
  const { doi, title, list, all, before, items, page, pages } = model
  const last = before + items.length
  return (
    <Layout>
      <div className="whole">
        <p className="eyebrow" dir="auto">
          <a href={paths.paper(storedDoi(doi))}>{title ?? doi}</a>
        </p>
        <h1>{headings[list]}</h1>
        <p className="whole-count">{`${groupedNumber(before + 1)} to ${groupedNumber(last)} of ${groupedNumber(all)}`}</p>
        {model.list === 'authors' ? (
          <ol className="whole-authors" start={before + 1}>
            {model.items.map((author, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
              <li key={index}>
                <AuthorName author={author} />
              </li>
            ))}
          </ol>
        ) : (
          <>
            <ShapeDefinitions />
            <FactList doi={storedDoi(doi)} of={model.items.map((fact, index) => ({ fact, index: before + index }))} />
          </>
        )}
        {pages > 1 && (
          <nav className="whole-pages" aria-label="Pages">
            {page > 1 && <a href={paths.all(storedDoi(doi), list, page - 1)}>Before</a>}
            <span>{`Page ${page} of ${pages}`}</span>
            {page < pages && <a href={paths.all(storedDoi(doi), list, page + 1)}>Next</a>}
          </nav>
        )}
      </div>
    </Layout>
  )
}
