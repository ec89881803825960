import { PaperFinder } from '../../finding/search/index.tsx'
import { Island, Layout, Share } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { HappenedList } from '../../news/front/HappenedList.tsx'
import { WantedList } from '../../news/front/WantedList.tsx'
import { ShapeKey, StatusMark } from '../../paper/known/index.tsx'
import { examples } from './examples.ts'
import type { HomePageModel } from './model.ts'

/** Home page with search by words or DOI. */
export const HomePage = ({ model: { statuses, wanted, said, corrections } }: { model: HomePageModel }) => (
  <Layout search={false}>
    <div className="home">
      <h1>Does it hold?</h1>
      <p className="lead">
        Every scientific paper has a page here, at its DOI. See its retractions, corrections and replications, and vote
        on whether you find it reliable.
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
                  <Known status={statuses[doi] ?? null} />
                  <span className="found-by">{by}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="key">
          <h2 id="key">How to read a paper’s timeline</h2>
          <p>The timeline runs from publication to today and marks each event at its year.</p>
          <ShapeKey />
        </section>
        {wanted.length > 0 && (
          <section aria-labelledby="wanted">
            <h2 id="wanted">Replications wanted</h2>
            <WantedList papers={wanted} />
            <p>
              <a href={paths.wanted()}>All replications wanted</a>
            </p>
          </section>
        )}
        {said.length > 0 && (
          <section aria-labelledby="said">
            <h2 id="said">Latest reports and notes</h2>
            <HappenedList entries={said} whole={false} />
            <p>
              All <a href={paths.recent('reports')}>reports</a> and <a href={paths.recent('notes')}>notes</a>
            </p>
          </section>
        )}
        {corrections.length > 0 && (
          <section aria-labelledby="corrections">
            <h2 id="corrections">Latest corrections</h2>
            <HappenedList entries={corrections} whole={false} />
            <p>
              <a href={paths.recent('corrections')}>All retractions and corrections</a>
            </p>
          </section>
        )}
      </div>
      <p className="home-feed">
        <a href={paths.recent()}>All recent updates</a>, also <a href={paths.feed('all')}>as an Atom feed</a>
      </p>
      <Island name="share" of={Share} props={{}} />
    </div>
  </Layout>
)

const Known = ({ status }: { status: HomePageModel['statuses'][string] | null }) =>
  status === null || status === undefined ? null : (
    <span className="found-status">
      <StatusMark status={status} />
    </span>
  )
