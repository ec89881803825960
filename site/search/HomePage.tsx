import { Island, Layout, Share } from '../browser/index.tsx'
import { paths, storedDoi } from '../doi/index.ts'
import { ShapeKey } from '../known/index.tsx'
import { examples } from './examples.ts'
import type { HomePageModel } from './models.ts'
import { PaperFinder } from './PaperFinder.tsx'

/** Where a reader finds a paper: by words, or by its DOI. */
export const HomePage = (_: { model: HomePageModel }) => (
  <Layout search={false}>
    <div className="home">
      <h1>Does it hold?</h1>
      <p className="lead">
        Every scientific paper has a page here, at its DOI. See what was corrected, retracted or repeated since, and say
        whether you find it reliable.
      </p>
      <Island name="finder" of={PaperFinder} props={{}} />
      <div className="home-more">
        <section aria-labelledby="examples">
          <h2 id="examples">For example</h2>
          <ul className="found-list">
            {examples.map(({ doi, title, by }) => (
              <li key={doi}>
                <a href={paths.paper(storedDoi(doi))}>
                  <span className="found-title">{title}</span>
                  <span className="found-by">{by}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="key">
          <h2 id="key">How to read a paper’s line</h2>
          <p>A line runs from publication to today. What happened stands on it, at its year.</p>
          <ShapeKey />
        </section>
      </div>
      <Island name="share" of={Share} props={{}} />
    </div>
  </Layout>
)
